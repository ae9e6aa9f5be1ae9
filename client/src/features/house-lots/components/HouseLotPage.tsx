import {
  Button,
  Checkbox,
  NumberInput,
  SegmentedControl,
  Select,
  Skeleton,
  TagsInput,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useDebouncedValue, useHotkeys } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { Icon } from "@/components/Icon/Icon";
import { IconButton } from "@/components/IconButton/IconButton";
import { Kbd } from "@/components/Kbd/Kbd";
import { LotPicture } from "@/components/Picture/LotPicture";
import { RichText } from "@/components/RichText/RichText";
import { tellFault } from "@/components/Toast/toasts";
import { useClassificator } from "@/lib/api/queries/classificator";
import type { Lot } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { Currency } from "@/lib/enums";
import { currencySign, price, priceRange } from "@/lib/format";
import { lotUrl } from "@/lib/urls";
import { offerUndo } from "@/staff/acts/undo";
import { gridOptions } from "@/staff/api/grid";
import { Block, Columns } from "@/staff/blocks/Block";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { houseCatalogsOptions } from "@/staff/catalogs/houseCatalogs";
import { FormGrid } from "@/staff/form/FormGrid";
import { SaveBar } from "@/staff/form/SaveBar";
import { useFieldOfAddress } from "@/staff/form/useFieldOfAddress";
import { type StaffForm, useStaffForm } from "@/staff/form/useStaffForm";
import { LotCard } from "@/trade/components/LotCard/LotCard";
import { copyLot, hideLot, showLot } from "../api/grid";
import {
  authorsOptions,
  createFullLot,
  editedLotOptions,
  readingOptions,
  readLot,
  saveLot,
} from "../api/lot";
import { categoryNames } from "../model/columns";
import { EMPTY_LOT, faultsOf, LOT_LABELS, type LotValues, SERVER_NAMES, valuesOf } from "../model/lotForm";
import css from "./HouseLotPage.module.css";
import { LotPictures } from "./LotPictures";

/** The editor of a lot, or of a new one at `lots/new`. */
export default function HouseLotPage() {
  const params = useParams();
  const houseId = Number(params.houseId);
  const isNew = params.lotId === "new";
  const lotId = Number(params.lotId);
  const [search] = useSearchParams();
  const query = useQuery({ ...editedLotOptions(lotId), enabled: !isNew });
  if (isNew) {
    const catalog = Number(search.get("catalog"));
    return <NewLot key={search.get("n") ?? ""} houseId={houseId} catalogId={catalog > 0 ? catalog : null} />;
  }
  if (!query.data) {
    return (
      <StaffPage title="Лот" crumbs={[{ label: "Лоты", to: `/house-account/${houseId}/lots` }]}>
        {query.isError ? (
          <Fault error={query.error} retry={() => void query.refetch()} />
        ) : (
          <Skeleton h={440} role="status" aria-label="Загрузка" />
        )}
      </StaffPage>
    );
  }
  return <EditedLot key={lotId} houseId={houseId} lot={query.data} />;
}

const lotsUrl = (houseId: number, catalogId: number | null) =>
  `/house-account/${houseId}/lots?catalog=${catalogId ?? "storage"}`;

function NewLot({ houseId, catalogId }: { houseId: number; catalogId: number | null }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: catalogs } = useQuery(houseCatalogsOptions(houseId));
  const catalog = catalogs?.find(({ id }) => id === catalogId);
  const made = useRef<number | null>(null);
  const staffForm = useStaffForm<LotValues>({
    stored: EMPTY_LOT,
    validate: faultsOf,
    serverNames: SERVER_NAMES,
    done: "Лот создан",
    keyedBy: "n",
    save: async (values) => {
      if (made.current === null) {
        made.current = (await createFullLot(houseId, catalogId, values)).id;
      } else {
        // What was typed while the lot was being created changes that lot.
        const lot = await readLot(made.current);
        await saveLot(houseId, lot, { ...values, number: values.number || valuesOf(lot).number });
      }
      void client.invalidateQueries({ queryKey: ["house", houseId, "grid"] });
      return values;
    },
    saved: () => void navigate(`/house-account/${houseId}/lots/${made.current}`, { replace: true }),
  });
  const saveAndNext = () =>
    staffForm.submit(() => {
      const to = catalogId === null ? "" : `catalog=${catalogId}&`;
      void navigate(`/house-account/${houseId}/lots/new?${to}n=${made.current}`);
    });
  useHotkeys([["mod+Enter", saveAndNext, { usePhysicalKeys: true }]], [], true);
  return (
    <StaffPage
      title="Новый лот"
      crumbs={[{ label: "Лоты", to: lotsUrl(houseId, catalogId) }]}
      note="Фотографии добавляются после первого сохранения"
      actions={
        <Button
          size="xs"
          onClick={saveAndNext}
          disabled={!staffForm.dirty}
          rightSection={<Kbd>Ctrl Enter</Kbd>}
        >
          Создать и следующий
        </Button>
      }
    >
      <LotFields
        staffForm={staffForm}
        currency={catalog?.currency ?? Currency.Rub}
        reserveIsSecret={false}
        autoFocus
        hasNumber={catalogId !== null}
      />
      <SaveBar staffForm={staffForm} labels={LOT_LABELS} />
    </StaffPage>
  );
}

function EditedLot({ houseId, lot }: { houseId: number; lot: Lot }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const client = useQueryClient();
  const base = useRef(lot);
  const stored = useMemo(() => valuesOf(lot), [lot]);
  const { data: row } = useQuery(gridOptions(houseId, lot.catalogId));
  const place = row?.findIndex(({ id }) => id === lot.id) ?? -1;
  const before = row?.[place - 1];
  const after = place === -1 ? undefined : row?.[place + 1];
  const url = (id: number) => `/house-account/${houseId}/lots/${id}`;

  const refresh = async () => {
    void client.invalidateQueries({ queryKey: ["house", houseId, "grid"] });
    return client.fetchQuery(editedLotOptions(lot.id));
  };
  const staffForm = useStaffForm<LotValues>({
    stored,
    validate: faultsOf,
    serverNames: SERVER_NAMES,
    done: "Лот сохранён",
    read: async () => {
      base.current = await readLot(lot.id);
      return valuesOf(base.current);
    },
    save: async (values) => {
      await saveLot(houseId, base.current, values);
      return valuesOf(await refresh());
    },
  });
  useFieldOfAddress();
  const saveAndNext = () => {
    const go = () => {
      if (after) void navigate(url(after.id));
    };
    if (staffForm.dirty) staffForm.submit(go);
    else go();
  };
  useHotkeys([["mod+Enter", saveAndNext, { usePhysicalKeys: true }]], [], true);

  const act = (work: Promise<unknown>, done?: { key: string; done: string; undo: () => Promise<unknown> }) =>
    work.then(() => {
      void refresh();
      if (done) offerUndo({ ...done, undo: () => done.undo().then(refresh) });
    }, tellFault);
  const key = `lot:${lot.id}`;
  const toggleHidden = () =>
    lot.hidden
      ? void act(showLot(lot.id), { key, done: "Лот показан", undo: () => hideLot(lot.id) })
      : void act(hideLot(lot.id), { key, done: "Лот скрыт", undo: () => showLot(lot.id) });

  return (
    <StaffPage
      title={lot.catalogLotId === null ? lot.titleRu : `Лот ${lot.catalogLotId}. ${lot.titleRu}`}
      crumbs={[
        ...(lot.catalog
          ? [{ label: lot.catalog.title, to: `/house-account/${houseId}/catalogs/${lot.catalog.id}` }]
          : []),
        { label: "Лоты", to: lotsUrl(houseId, lot.catalogId) },
      ]}
      actions={
        <>
          {row && place !== -1 && (
            <span className={css.walk}>
              <span className="caption num">
                {place + 1} из {row.length}
              </span>
              {before && <IconButton icon="left" label="Предыдущий лот" to={url(before.id)} />}
              {after && <IconButton icon="right" label="Следующий лот" to={url(after.id)} />}
            </span>
          )}
          <Button
            size="xs"
            leftSection={<Icon name="copy" />}
            onClick={() =>
              void copyLot(lot.id).then((copy) => {
                void client.invalidateQueries({ queryKey: ["house", houseId, "grid"] });
                void navigate(url(copy.id));
              }, tellFault)
            }
          >
            Дублировать
          </Button>
          <Button size="xs" leftSection={<Icon name="eye" />} onClick={toggleHidden}>
            {lot.hidden ? "Показать" : "Скрыть"}
          </Button>
          {after && (
            <Button size="xs" onClick={saveAndNext} rightSection={<Kbd>Ctrl Enter</Kbd>}>
              Сохранить и следующий
            </Button>
          )}
        </>
      }
    >
      <Columns
        main={
          <>
            <LotPictures lotId={lot.id} pictures={lot.gallery.images} name={lot.titleRu} />
            <LotFields
              staffForm={staffForm}
              currency={lot.price.currency}
              reserveIsSecret={!user?.isAdmin && lot.price.reservePriceState !== null}
              hasNumber={lot.catalogId !== null}
            />
          </>
        }
        side={<Preview lot={lot} values={staffForm.form.values} />}
      />
      <SaveBar staffForm={staffForm} labels={LOT_LABELS} />
    </StaffPage>
  );
}

interface LotFieldsProps {
  staffForm: StaffForm<LotValues>;
  currency: number;
  /** Whether there is a reserve that this person is not shown. */
  reserveIsSecret: boolean;
  hasNumber: boolean;
  autoFocus?: boolean;
}

function LotFields({ staffForm, currency, reserveIsSecret, hasNumber, autoFocus }: LotFieldsProps) {
  const { form } = staffForm;
  const { data: tree } = useClassificator();
  const categories = useMemo(
    () => [...categoryNames(tree ?? [])].map(([id, label]) => ({ value: String(id), label })),
    [tree],
  );
  const sign = currencySign(currency);
  const text = (name: keyof LotValues) => ({
    "data-path": name,
    label: LOT_LABELS[name],
    ...form.getInputProps(name),
  });
  const amount = (name: "start" | "reserve" | "estimatedFrom" | "estimatedTo") => ({
    "data-path": name,
    label: `${LOT_LABELS[name]}, ${sign}`,
    value: form.values[name],
    error: form.errors[name],
    onChange: (value: string | number) => form.setFieldValue(name, String(value)),
    allowNegative: false,
    allowDecimal: false,
    thousandSeparator: "\u00a0",
    inputMode: "numeric" as const,
    max: 1_000_000_000_000,
    clampBehavior: "none" as const,
  });
  return (
    <>
      <Block title="Описание" className={css.block}>
        <FormGrid>
          <AuthorField staffForm={staffForm} autoFocus={autoFocus} />
          <TextInput wrapperProps={{ "data-span": "6" }} required {...text("title")} />
          <div>
            <Checkbox
              label={LOT_LABELS.isAttributed}
              checked={form.values.isAttributed}
              onChange={(event) => form.setFieldValue("isAttributed", event.currentTarget.checked)}
            />
          </div>
          <Textarea
            autosize
            minRows={4}
            maxRows={16}
            description="Обычный текст. Период, размер и автора можно взять из него"
            {...text("description")}
          />
          <ReadFields staffForm={staffForm} />
          <TextInput wrapperProps={{ "data-span": "4" }} {...text("period")} />
          <TextInput wrapperProps={{ "data-span": "4" }} {...text("size")} />
          <Select
            wrapperProps={{ "data-span": "4" }}
            searchable
            clearable
            nothingFoundMessage="Такой категории нет"
            data={categories}
            {...text("categoryId")}
          />
          <TextInput wrapperProps={{ "data-span": "6" }} {...text("materials")} />
          <TextInput wrapperProps={{ "data-span": "3" }} {...text("country")} />
          <TextInput wrapperProps={{ "data-span": "3" }} {...text("weight")} />
        </FormGrid>
      </Block>
      <Block title="Цены" className={css.block}>
        <FormGrid>
          <NumberInput wrapperProps={{ "data-span": "3" }} {...amount("start")} />
          <NumberInput
            wrapperProps={{ "data-span": "3" }}
            {...amount("reserve")}
            description={
              reserveIsSecret
                ? "Резерв задан, сумму видит только администратор. 0 снимает его"
                : "Ниже этой цены лот не продаётся"
            }
          />
          <NumberInput wrapperProps={{ "data-span": "3" }} {...amount("estimatedFrom")} />
          <NumberInput wrapperProps={{ "data-span": "3" }} {...amount("estimatedTo")} />
        </FormGrid>
      </Block>
      <Block title="Ещё" className={css.block}>
        <FormGrid>
          {hasNumber && (
            <NumberInput
              wrapperProps={{ "data-span": "3" }}
              label={LOT_LABELS.number}
              description={form.values.number === "" ? "Пусто: следующий по порядку" : undefined}
              value={form.values.number}
              error={form.errors.number}
              onChange={(value) => form.setFieldValue("number", String(value))}
              allowNegative={false}
              allowDecimal={false}
            />
          )}
          <Textarea
            autosize
            minRows={2}
            description="Перед первой ставкой участник подтверждает, что прочёл их"
            {...text("notes")}
          />
          <Textarea
            autosize
            minRows={2}
            description="Видна только на пульте и сотрудникам дома: что назвать, кто в зале"
            {...text("auctioneerNote")}
          />
          <Textarea
            autosize
            minRows={1}
            description="Адреса роликов, каждый с новой строки"
            {...text("videos")}
          />
        </FormGrid>
      </Block>
    </>
  );
}

/** Authors with suggestions; a name that the site does not know is said to be new. */
function AuthorField({ staffForm, autoFocus }: { staffForm: StaffForm<LotValues>; autoFocus?: boolean }) {
  const { form } = staffForm;
  const [typed, setTyped] = useState("");
  const [sought] = useDebouncedValue(typed, 200);
  const { data: suggested } = useQuery(authorsOptions(sought));
  const last = form.values.author.at(-1) ?? "";
  const { data: known } = useQuery(authorsOptions(last));
  const isKnown = known?.some(({ name }) => name === last);
  return (
    <TagsInput
      wrapperProps={{ "data-span": "6" }}
      label={LOT_LABELS.author}
      data-autofocus={autoFocus || undefined}
      autoFocus={autoFocus}
      placeholder={form.values.author.length === 0 ? "Имя, затем Enter" : undefined}
      data={(suggested ?? []).map(({ name }) => name).filter((name, at, all) => all.indexOf(name) === at)}
      value={form.values.author}
      error={form.errors.author}
      onChange={(names) => form.setFieldValue("author", names)}
      searchValue={typed}
      onSearchChange={setTyped}
      classNames={{ input: css.tags }}
      splitChars={[";"]}
      acceptValueOnBlur
      maxTags={10}
      inputWrapperOrder={["label", "input", "description", "error"]}
      description={
        last === "" || known === undefined ? undefined : isKnown ? (
          <span className={css.known}>
            <Icon name="check" size="s" /> Найден: {last}
          </span>
        ) : (
          `Новый автор: ${last}`
        )
      }
    />
  );
}

/** What the description says where a field is empty or differs; one press adopts it. */
function ReadFields({ staffForm }: { staffForm: StaffForm<LotValues> }) {
  const { form } = staffForm;
  const [description] = useDebouncedValue(form.values.description, 500);
  const { data: read } = useQuery(readingOptions(description));
  if (!read || description.trim() === "") return null;
  const { values } = form;
  const found: { name: "title" | "author" | "period" | "size"; text: string; isSame: boolean }[] = [];
  if (read.author) {
    found.push({ name: "author", text: read.author, isSame: values.author.includes(read.author) });
  }
  if (read.titleRu && values.title.trim() === "")
    found.push({ name: "title", text: read.titleRu, isSame: false });
  if (read.period) found.push({ name: "period", text: read.period, isSame: values.period === read.period });
  if (read.size) found.push({ name: "size", text: read.size, isSame: values.size === read.size });
  if (found.length === 0) return null;
  return (
    <ul className={css.read} aria-label="Понято из описания">
      {found.map(({ name, text, isSame }) => (
        <li key={name}>
          {isSame ? (
            <span className={css.known}>
              <Icon name="check" size="s" /> {LOT_LABELS[name]}: {text}
            </span>
          ) : (
            <Button
              size="xs"
              variant="quiet"
              onClick={() =>
                name === "author"
                  ? form.setFieldValue("author", [...values.author, text])
                  : form.setFieldValue(name, text)
              }
            >
              {LOT_LABELS[name]}: взять «{text}»
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The lot as visitors will see it, with the unsaved changes. */
function Preview({ lot, values }: { lot: Lot; values: LotValues }) {
  const [kind, setKind] = useState("card");
  const number = (text: string) => (text === "" ? null : Number(text));
  const shown: Lot = {
    ...lot,
    titleRu: values.title,
    author: values.author.map((name) => ({ name })),
    period: values.period || null,
    size: values.size || null,
    materials: values.materials || null,
    price: {
      ...lot.price,
      start: Number(values.start || 0),
      estimatedFrom: number(values.estimatedFrom),
      estimatedTo: number(values.estimatedTo),
    },
  };
  const { estimatedFrom, estimatedTo, currency } = shown.price;
  const facts: [string, string][] = [
    ["Период", values.period || "Период не указан"],
    ["Материалы", values.materials],
    ["Размер", values.size || "Размер не указан"],
    ["Регион", values.country],
    ["Вес", values.weight],
  ];
  return (
    <section className={css.preview} aria-label="Как увидят посетители">
      <div className={css.previewHead}>
        <h2 className="h3">Как увидят</h2>
        <SegmentedControl
          className={css.kinds}
          aria-label="Вид предпросмотра"
          value={kind}
          onChange={setKind}
          data={[
            { value: "card", label: "Карточка" },
            { value: "page", label: "Страница" },
          ]}
        />
      </div>
      {kind === "card" ? (
        <div inert className={css.card}>
          <LotCard lot={shown} />
        </div>
      ) : (
        <article className={css.page}>
          <LotPicture picture={lot.img} alt="" place="card" />
          <p>{values.author.join(", ")}</p>
          <h3 className="h3">{values.title || "Без названия"}</h3>
          <p className="num">
            {estimatedFrom !== null && estimatedTo !== null
              ? priceRange(estimatedFrom, estimatedTo, currency)
              : price(shown.price.start, currency)}
          </p>
          <dl>
            {facts
              .filter(([, value]) => value !== "")
              .map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
          </dl>
          <RichText html={values.description} />
          {values.notes && <p className="small">{values.notes}</p>}
        </article>
      )}
      <Link className="link small" to={lotUrl(lot)} target="_blank">
        Открыть страницу лота
      </Link>
    </section>
  );
}
