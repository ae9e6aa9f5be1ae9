import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { Block } from "@/staff/blocks/Block";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { housesOptions } from "../api/houses";
import css from "./AdminHouses.module.css";

/** The houses of the site, each with the way into its cabinet. */
export default function AdminHouses() {
  const { data, error, refetch } = useQuery(housesOptions());
  return (
    <StaffPage title="Дома">
      <Block title="Кабинеты домов">
        {error && !data ? (
          <Fault error={error} retry={() => void refetch()} />
        ) : !data ? (
          <Skeleton h={320} />
        ) : data.length === 0 ? (
          <EmptyState title="Домов пока нет" />
        ) : (
          <ul className={css.houses}>
            {data.map(({ id, nameRu }) => (
              <li key={id}>
                <Link className="link" to={`/house-account/${id}`}>
                  {nameRu}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Block>
    </StaffPage>
  );
}
