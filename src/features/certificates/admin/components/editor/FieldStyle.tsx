import { useTranslation } from 'react-i18next'
import {
  fieldAligns,
  fieldColours,
  fieldFaces,
  type FieldKind,
  type LookField,
} from '#contract/certificates/look.ts'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { resized } from '../../model/fields.ts'

type Props = {
  fields: readonly LookField[]
  chosen: FieldKind | null
  onChoose: (kind: FieldKind) => void
  onChange: (fields: LookField[]) => void
}

/** Pictures have a place and a side, but no letters. */
const PICTURES: ReadonlySet<FieldKind> = new Set(['seal', 'qr'])
/** Their letters have one size and one face. */
const FIXED: ReadonlySet<FieldKind> = new Set(['signatures', 'check'])

/** How the chosen field looks. */
export const FieldStyle = ({ fields, chosen, onChoose, onChange }: Props) => {
  const { t } = useTranslation('certificates/admin')
  const field = fields.find(({ kind }) => kind === chosen) ?? fields[0]
  if (!field) return null
  const put = (next: LookField) => onChange(fields.map((each) => (each.kind === next.kind ? next : each)))
  const { kind } = field
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <Field label={t('templates.style.field')}>
        {(control) => (
          <Select
            {...control}
            value={kind}
            options={fields.map((each) => ({ value: each.kind, label: t(`templates.fields.${each.kind}`) }))}
            onChange={onChoose}
          />
        )}
      </Field>
      <Sides field={field} onChange={put} />
      <Segmented
        legend={t('templates.style.align')}
        value={field.align}
        options={fieldAligns.map((value) => ({ value, label: t(`templates.style.aligns.${value}`) }))}
        onChange={(align) => put({ ...field, align })}
      />
      {!PICTURES.has(kind) && (
        <Field label={t('templates.style.colour')} hint={t('templates.style.colourHint')}>
          {(control) => (
            <Select
              {...control}
              value={field.colour}
              options={fieldColours.map((value) => ({ value, label: t(`templates.style.colours.${value}`) }))}
              onChange={(colour) => put({ ...field, colour })}
            />
          )}
        </Field>
      )}
      {!PICTURES.has(kind) && !FIXED.has(kind) && <Letters field={field} onChange={put} />}
    </div>
  )
}

type OneProps = { field: LookField; onChange: (field: LookField) => void }

const Letters = ({ field, onChange }: OneProps) => {
  const { t } = useTranslation('certificates/admin')
  return (
    <>
      <NumberInput
        label={t('templates.style.size')}
        value={field.size}
        from={6}
        to={80}
        onChange={(size) => onChange({ ...field, size })}
      />
      <Segmented
        legend={t('templates.style.face')}
        value={field.face}
        options={fieldFaces.map((value) => ({ value, label: t(`templates.style.faces.${value}`) }))}
        onChange={(face) => onChange({ ...field, face })}
      />
      <Checkbox
        label={t('templates.style.bold')}
        checked={field.is_bold}
        onChange={({ target }) => onChange({ ...field, is_bold: target.checked })}
      />
    </>
  )
}

const Sides = ({ field, onChange }: OneProps) => {
  const { t } = useTranslation('certificates/admin')
  return (
    <div className="grid grid-cols-2 gap-3">
      <NumberInput
        label={t('templates.style.width')}
        value={Math.round(field.width / 10)}
        from={2}
        to={Math.floor((1000 - field.x) / 10)}
        onChange={(width) => onChange(resized(field, width * 10, field.height))}
      />
      <NumberInput
        label={t('templates.style.height')}
        value={Math.round(field.height / 10)}
        from={2}
        to={Math.floor((1000 - field.y) / 10)}
        onChange={(height) => onChange(resized(field, field.width, height * 10))}
      />
    </div>
  )
}

type NumberProps = {
  label: string
  value: number
  from: number
  to: number
  onChange: (value: number) => void
}

/** Numbers beside the limits are not taken over. */
const NumberInput = ({ label, value, from, to, onChange }: NumberProps) => (
  <Field label={label}>
    {(control) => (
      <TextInput
        {...control}
        type="number"
        dir="ltr"
        min={from}
        max={to}
        value={String(value)}
        onChange={({ target }) => {
          const next = Math.round(Number(target.value))
          if (next >= from && next <= to) onChange(next)
        }}
      />
    )}
  </Field>
)
