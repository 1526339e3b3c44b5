export default function ConsolePage() {
  return null;
}
