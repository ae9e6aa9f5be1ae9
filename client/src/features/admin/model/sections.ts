import type { StaffSection } from "@/staff/frame/sections";

interface AdminSection extends StaffSection {
  /** The number by which the previous site's links name the section: `/admin/65536`. */
  code?: number;
}

/** The sections of the admin area. */
export const adminSections: readonly (readonly AdminSection[])[] = [
  [
    { code: 1, to: "/admin/users", label: "Пользователи", icon: "people", tab: "Люди" },
    { code: 2, to: "/admin/houses", label: "Аукционные дома", icon: "house", tab: "Дома" },
    { code: 3, to: "/admin/galleries", label: "Галереи", icon: "pic" },
    { code: 4, to: "/admin/news", label: "Новости", icon: "news" },
    { code: 5, to: "/admin/artists", label: "Художники", icon: "brush" },
    { code: 6, to: "/admin/tokens", label: "Токены", icon: "key" },
    { code: 7, to: "/admin/banners", label: "Баннеры", icon: "flag" },
    { code: 8, to: "/admin/staff", label: "Сотрудники домов", icon: "user" },
    { code: 65_536, to: "/admin/journal", label: "Журнал", icon: "log", tab: "Журнал" },
  ],
  [
    { to: "/admin/help", label: "Вопросы и глоссарий", icon: "ask" },
    { to: "/admin/partners", label: "Партнёры", icon: "share" },
    { to: "/admin/contacts", label: "Контакты площадки", icon: "phone" },
    { to: "/admin/synonyms", label: "Синонимы поиска", icon: "search" },
    { to: "/admin/notices", label: "Системные сообщения", icon: "bell" },
    { to: "/admin/bets", label: "Ставки и возвраты", icon: "gavel", tab: "Ставки" },
    { to: "/admin/system", label: "Система", icon: "chart" },
  ],
];

/** The address of the section with a code; null for others. */
export function sectionOfCode(code: string): string | null {
  return adminSections.flat().find((section) => String(section.code) === code)?.to ?? null;
}
