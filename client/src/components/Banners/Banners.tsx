import { Link } from "react-router";
import type { Banner } from "@/lib/api/types";
import css from "./Banners.module.css";

/** Linked pictures side by side; on a phone one below the other. */
export function BannerView({ banners }: { banners: readonly Banner[] }) {
  return (
    <ul className={css.banners}>
      {banners.map((banner) => (
        <li key={banner.id}>
          <BannerLink banner={banner} />
        </li>
      ))}
    </ul>
  );
}

function BannerLink({ banner: { title, link, image } }: { banner: Banner }) {
  if (!image) return null;
  const picture = (
    <img
      src={image.full}
      alt={title}
      width={image.width}
      height={image.height}
      loading="lazy"
      decoding="async"
    />
  );
  if (link === null) return picture;
  return link.startsWith("/") ? <Link to={link}>{picture}</Link> : <a href={link}>{picture}</a>;
}
