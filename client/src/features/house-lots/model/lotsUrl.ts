export const lotsUrl = (houseId: number, catalogId: number | null) =>
  `/house-account/${houseId}/lots?catalog=${catalogId ?? "storage"}`;
