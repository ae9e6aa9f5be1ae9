import { vi } from "vitest";

/** What the page hands to the browser's downloads. Restore it when done. */
export function catchDownloads() {
  const files: Blob[] = [];
  const create = vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    files.push(file as Blob);
    return "blob:x";
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  return {
    files,
    restore: () => {
      create.mockRestore();
      click.mockRestore();
    },
  };
}
