export default function AuctionsPage() {
  return null;
}
