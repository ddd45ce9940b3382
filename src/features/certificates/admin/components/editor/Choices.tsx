import { useTranslation } from 'react-i18next'
import type { FieldKind } from '#contract/certificates/look.ts'
import { designIds, orientations } from '#contract/certificates/shapes.ts'
import { TEMPLATE_NAME_MAX } from '#contract/certificates/templates.ts'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import type { EditProps } from './edit-props.ts'
import { OwnTexts } from './OwnTexts.tsx'
import { Pictured } from './Pictured.tsx'
import { Placing } from './Placing.tsx'
import { Signatures } from './Signatures.tsx'

type Props = EditProps & {
  isNameMissing: boolean
  chosen: FieldKind | null
  onChoose: (kind: FieldKind | null) => void
}

const SWITCHES = ['show_logo', 'show_seal', 'show_criteria', 'is_default'] as const

/** Everything about a look that can be chosen. */
export const Choices = ({ look, onChange, isNameMissing, chosen, onChoose }: Props) => {
  const { t } = useTranslation('certificates/admin')
  return (
    <>
      <Field label={t('templates.name')} error={isNameMissing ? t('templates.nameRequired') : null} required>
        {(control) => (
          <TextInput
            {...control}
            maxLength={TEMPLATE_NAME_MAX}
            value={look.name}
            onChange={({ target }) => onChange({ ...look, name: target.value })}
          />
        )}
      </Field>
      <Field label={t('templates.design')}>
        {(control) => (
          <Select
            {...control}
            value={look.design}
            options={designIds.map((value) => ({ value, label: t(`templates.designs.${value}`) }))}
            onChange={(design) => onChange({ ...look, design })}
          />
        )}
      </Field>
      <Segmented
        legend={t('templates.orientation')}
        value={look.orientation}
        options={orientations.map((value) => ({ value, label: t(`templates.orientations.${value}`) }))}
        onChange={(orientation) => onChange({ ...look, orientation })}
      />
      <div>
        {SWITCHES.map((name) => (
          <Checkbox
            key={name}
            label={t(`templates.switches.${name}`)}
            checked={look[name]}
            onChange={({ target }) => onChange({ ...look, [name]: target.checked })}
          />
        ))}
      </div>
      <OwnTexts look={look} onChange={onChange} />
      <Signatures look={look} onChange={onChange} />
      <Pictured
        kind="background"
        label={t('templates.background')}
        hint={t('templates.backgroundHint')}
        path={look.background}
        onChange={(background) => onChange({ ...look, background })}
      />
      <Placing look={look} onChange={onChange} chosen={chosen} onChoose={onChoose} />
    </>
  )
}
