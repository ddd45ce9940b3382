import { useTranslation } from 'react-i18next'
import { fieldKinds, REQUIRED_FIELDS, type FieldKind, type LookField } from '#contract/certificates/look.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { startFields } from '../../model/fields.ts'
import type { EditProps } from './edit-props.ts'
import { FieldStyle } from './FieldStyle.tsx'

type Props = EditProps & { chosen: FieldKind | null; onChoose: (kind: FieldKind | null) => void }

const isRequired = (kind: FieldKind) => REQUIRED_FIELDS.some((each) => each === kind)

/** Fields stand where the design puts them, or where the admin does. */
export const Placing = ({ look, onChange, chosen, onChoose }: Props) => {
  const { t } = useTranslation('certificates/admin')
  const begin = () => onChange({ ...look, fields: startFields(look.design, look.orientation) })
  const { fields } = look
  return (
    <section aria-labelledby="placing" className="flex flex-col gap-3">
      <h2 id="placing" className="text-sm font-medium text-ink">
        {t('templates.placing.title')}
      </h2>
      <p className="text-sm text-ink-muted">
        {t(fields ? 'templates.placing.own' : 'templates.placing.byDesign')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={begin}>
          {t(fields ? 'templates.placing.again' : 'templates.placing.begin')}
        </Button>
        {fields && (
          <Button variant="ghost" size="sm" onClick={() => onChange({ ...look, fields: null })}>
            {t('templates.placing.end')}
          </Button>
        )}
      </div>
      {fields && (
        <Shown
          fields={fields}
          all={startFields(look.design, look.orientation)}
          onChange={(next) => onChange({ ...look, fields: next })}
        />
      )}
      {fields && (
        <FieldStyle
          fields={fields}
          chosen={chosen}
          onChoose={onChoose}
          onChange={(next) => onChange({ ...look, fields: next })}
        />
      )}
    </section>
  )
}

type ShownProps = {
  fields: readonly LookField[]
  all: readonly LookField[]
  onChange: (fields: LookField[]) => void
}

/** Which fields there are. Name, course, heading, QR code and serial always are. */
const Shown = ({ fields, all, onChange }: ShownProps) => {
  const { t } = useTranslation('certificates/admin')
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium text-ink">{t('templates.placing.shown')}</legend>
      {fieldKinds
        .filter((kind) => !isRequired(kind))
        .map((kind) => (
          <Checkbox
            key={kind}
            label={t(`templates.fields.${kind}`)}
            checked={fields.some((each) => each.kind === kind)}
            onChange={({ target }) =>
              onChange(
                target.checked
                  ? [...fields, ...all.filter((each) => each.kind === kind)]
                  : fields.filter((each) => each.kind !== kind),
              )
            }
          />
        ))}
    </fieldset>
  )
}
