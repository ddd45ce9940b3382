import type { FieldKind, WorkshopField } from '#contract/workshops/fields.ts'
import type { WorkshopDraft } from '#contract/workshops/manage.ts'

const pad = (value: number) => String(value).padStart(2, '0')
const DAYS_AHEAD = 14

/** In two weeks at 10:00, in the client's zone. */
export const newDraft = (timeZone: string, now: Date): WorkshopDraft => {
  const day = new Date(now.getTime() + DAYS_AHEAD * 86_400_000)
  return {
    title: '',
    description: '',
    cover: null,
    course_id: null,
    starts_local: `${day.getUTCFullYear()}-${pad(day.getUTCMonth() + 1)}-${pad(day.getUTCDate())}T10:00`,
    time_zone: timeZone,
    minutes: 90,
    place: '',
    link: '',
    capacity: 20,
    fields: [],
    double_opt_in: false,
  }
}

export const newField = (kind: FieldKind): WorkshopField => ({
  id: crypto.randomUUID(),
  kind,
  label: '',
  hint: '',
  required: kind === 'consent',
  options: kind === 'choice' ? ['', ''] : [],
})

export const changed = <T>(list: readonly T[], index: number, next: T): T[] =>
  list.map((item, at) => (at === index ? next : item))

/** The item one place up (-1) or down (1). */
export const moved = <T>(list: readonly T[], index: number, by: -1 | 1): T[] => {
  const next = [...list]
  const [item] = next.splice(index, 1)
  if (item !== undefined) next.splice(index + by, 0, item)
  return next
}

/** Empty lines of options are left out when the form is saved. */
export const toSave = (draft: WorkshopDraft): WorkshopDraft => ({
  ...draft,
  fields: draft.fields.map((field) => ({
    ...field,
    options: field.options.map((option) => option.trim()).filter(Boolean),
  })),
})

/** The time zones that this browser knows, with the chosen one in any case. */
export const timeZones = (chosen: string): string[] => {
  const known = Intl.supportedValuesOf('timeZone')
  return known.includes(chosen) ? known : [chosen, ...known]
}
