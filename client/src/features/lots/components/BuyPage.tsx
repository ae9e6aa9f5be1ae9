export default function BuyPage() {
  return null;
}
