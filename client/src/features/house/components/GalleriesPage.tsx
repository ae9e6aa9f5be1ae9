export default function GalleriesPage() {
  return null;
}
