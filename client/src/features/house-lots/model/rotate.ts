/** The picture turned by a quarter to the right, as a file to upload. */
export async function rotated(source: string, name: string): Promise<File> {
  const response = await fetch(source);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const picture = await createImageBitmap(await response.blob());
  const canvas = document.createElement("canvas");
  canvas.width = picture.height;
  canvas.height = picture.width;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no 2d context");
  pen.translate(canvas.width, 0);
  pen.rotate(Math.PI / 2);
  pen.drawImage(picture, 0, 0);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.95));
  if (!blob) throw new Error("no picture");
  return new File([blob], name, { type: "image/jpeg" });
}
