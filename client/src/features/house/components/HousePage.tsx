export default function HousePage() {
  return null;
}
