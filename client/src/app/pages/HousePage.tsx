import { lazy, Suspense } from "react";
import HousePage from "@/features/house/components/HousePage";
import { LotGrid } from "@/trade/components/LotGrid/LotGrid";

// Its own tab's: most visitors of a house come for its sales.
const HouseLots = lazy(() => import("@/features/lots/components/HouseLots"));

export default function HousePageWithLots() {
  return (
    <HousePage
      lots={(houseId) => (
        <Suspense fallback={<LotGrid lots={undefined} columns={4} skeletons={8} headingLevel={2} />}>
          <HouseLots houseId={houseId} />
        </Suspense>
      )}
    />
  );
}
