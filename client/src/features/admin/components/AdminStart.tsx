import { Navigate } from "react-router";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { adminSections } from "../model/sections";

/** The area's address without a section leads to the first one. */
export default function AdminStart() {
  const first = adminSections[0]?.[0];
  return first ? <Navigate to={first.to} replace /> : <NotFound />;
}
