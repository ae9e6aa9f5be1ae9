import { useQuery } from "@tanstack/react-query";
import { Icon } from "@/components/Icon/Icon";
import { SquarePicture } from "@/components/Picture/SquarePicture";
import type { HouseStaff as Member } from "@/lib/api/types";
import { phone, phoneUrl } from "@/lib/format";
import { houseStaffOptions } from "../api/houses";
import css from "./HousePage.module.css";

const positionsOf = (member: Member) =>
  [
    member.isOwner && "владелец",
    member.isManager && "менеджер",
    member.isNewsmaker && "редактор новостей",
  ].filter(Boolean);

/** The staff who agreed to be shown, with the contacts they agreed to show. Nothing without any. */
export function HouseStaff({ houseId }: { houseId: number }) {
  const { data } = useQuery(houseStaffOptions(houseId));
  const shown = data?.filter(({ isShown }) => isShown) ?? [];
  if (shown.length === 0) return null;
  return (
    <section className={`section ${css.staff}`} aria-labelledby="house-staff">
      <h2 className="h3" id="house-staff">
        Сотрудники
      </h2>
      <ul>
        {shown.map((member) => (
          <li key={`${member.displayName} ${positionsOf(member).join()}`}>
            <span className={css.face}>
              <SquarePicture
                owner="accounts"
                id={member.photo.iconId}
                side={64}
                fallback={<Icon name="user" />}
              />
            </span>
            <div>
              <p className={css.member}>{member.displayName}</p>
              <p className="caption">{positionsOf(member).join(", ")}</p>
              {member.phone && (
                <a className="link small num" href={phoneUrl(member.phone)}>
                  {phone(member.phone)}
                </a>
              )}
              {member.eMail && (
                <a className="link small" href={`mailto:${member.eMail}`}>
                  {member.eMail}
                </a>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
