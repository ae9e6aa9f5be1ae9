export default function LotsPage() {
  return null;
}
