export default function LoginModal() {
  return null;
}
