import { Navigate, useParams } from "react-router";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { useSession } from "@/lib/auth/session";
import { houseSections } from "../model/sections";

/** The cabinet's address without a section leads to the first section the person may open. */
export default function CabinetStart() {
  const houseId = Number(useParams().houseId);
  const { user } = useSession();
  const first = user && houseSections(user, houseId, { orders: 0, queries: 0, catalogs: 0 })[0]?.[0];
  return first ? <Navigate to={first.to} replace /> : <NotFound />;
}
