import { useQuery } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router";
import { Wait } from "@/components/Loaded/Loaded";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { editedLotOptions } from "../api/lot";
import { EditedLot } from "./EditedLot";
import { NewLot } from "./NewLot";

/** The editor of a lot, or of a new one at `lots/new`. */
export default function HouseLotPage() {
  const params = useParams();
  const houseId = Number(params.houseId);
  const isNew = params.lotId === "new";
  const lotId = Number(params.lotId);
  const [search] = useSearchParams();
  const query = useQuery({ ...editedLotOptions(lotId), enabled: !isNew });
  if (isNew) {
    const catalog = Number(search.get("catalog"));
    return <NewLot key={search.get("n") ?? ""} houseId={houseId} catalogId={catalog > 0 ? catalog : null} />;
  }
  if (!query.data) {
    return (
      <StaffPage title="Лот" crumbs={[{ label: "Лоты", to: `/house-account/${houseId}/lots` }]}>
        <Wait query={query} h={440} />
      </StaffPage>
    );
  }
  return <EditedLot key={lotId} houseId={houseId} lot={query.data} />;
}
