export default function HouseGalleryPage() {
  return null;
}
