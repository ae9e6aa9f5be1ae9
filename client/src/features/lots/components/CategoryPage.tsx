import { Link, useParams } from "react-router";
import { Breadcrumbs } from "@/components/Breadcrumbs/Breadcrumbs";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { PageFault } from "@/components/ErrorBoundary/Fault";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { PageHeading } from "@/components/PageHeading/PageHeading";
import { PageSkeleton } from "@/components/Skeletons/PageSkeleton";
import { slug } from "@/lib/urls";
import { useCanonicalPath } from "@/lib/useCanonicalPath";
import { usePageTitle } from "@/lib/usePageTitle";
import { findCategory, topCode, useClassificator, withChildren } from "@/trade/api/classificator";
import { categoryUrl } from "@/trade/urls";
import css from "./CategoryPage.module.css";
import { LotListing } from "./LotListing";

/** The lots of one category, found by its code, its id or the slug of its name. */
export default function CategoryPage() {
  const { code = "", friendlyName } = useParams();
  const { data, error, refetch } = useClassificator();
  const category = data && findCategory(data, code, slug);
  usePageTitle(category?.name ?? "Категория");
  // The short forms of the address are addresses of their own.
  useCanonicalPath(category && friendlyName !== undefined ? categoryUrl(category) : undefined);

  if (error) return <PageFault error={error} retry={() => void refetch()} />;
  if (!data) return <PageSkeleton shape="lots" />;
  if (!category) return <NotFound />;

  const parent = data.find((c) => c.code === topCode(category.code) && c.id !== category.id);
  const nearby = category.items.length > 0 ? category.items : (parent?.items ?? []);
  return (
    <div className="page">
      <Breadcrumbs
        crumbs={[
          { label: "Главная", to: "/" },
          { label: "Лоты", to: "/lots" },
          ...(parent ? [{ label: parent.name, to: categoryUrl(parent) }] : []),
          { label: category.name },
        ]}
      />
      <PageHeading>{category.name}</PageHeading>
      {nearby.length > 0 && (
        <nav className={css.nearby} aria-label="Подкатегории">
          {nearby.map((item) => (
            <Link
              key={item.id}
              to={categoryUrl(item)}
              aria-current={item.id === category.id ? "page" : undefined}
            >
              {item.name}
            </Link>
          ))}
        </nav>
      )}
      <LotListing
        key={category.id}
        fixed={{ categoryIds: withChildren(category) }}
        empty={
          <EmptyState title="В этой категории пока нет лотов" action={{ label: "Все лоты", to: "/lots" }}>
            Новые работы появляются с каждым каталогом.
          </EmptyState>
        }
      />
    </div>
  );
}
