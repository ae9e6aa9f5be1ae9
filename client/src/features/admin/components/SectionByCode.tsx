import { Navigate, useParams } from "react-router";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { sectionOfCode } from "../model/sections";

/** Links by the section's number lead to its page. */
export default function SectionByCode() {
  const { code = "" } = useParams();
  const to = sectionOfCode(code);
  return to ? <Navigate to={to} replace /> : <NotFound />;
}
