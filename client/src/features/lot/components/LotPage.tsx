export default function LotPage() {
  return null;
}
