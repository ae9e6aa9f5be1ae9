export default function HousesPage() {
  return null;
}
