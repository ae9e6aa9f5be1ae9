import { EmptyState } from "@/components/EmptyState/EmptyState";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { HouseList } from "./HouseList";

const GALLERIES = ["галерея", "галереи", "галерей"] as const;

/** The houses with a gallery, and of which kind it is. */
export default function AdminGalleries() {
  return (
    <StaffPage
      title="Галереи"
      note="Дома, у которых включена галерея. Включить её можно в разделе «Аукционные дома»"
    >
      <HouseList
        name="galleries"
        label="Галереи"
        noun={GALLERIES}
        belongs={({ isGallery }) => isGallery}
        empty={
          <EmptyState title="Галерей пока нет" action={{ label: "Аукционные дома", to: "/admin/houses" }}>
            Включите галерею у одного из домов.
          </EmptyState>
        }
      />
    </StaffPage>
  );
}
