import { useTranslation } from 'react-i18next'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { FIELDS_MAX, OPTIONS_MAX, fieldKinds, type WorkshopField } from '#contract/workshops/fields.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { FieldError, Field } from '#src/shared/ui/forms/Field.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import type { EditorState } from '../hooks/use-workshop-editor.ts'
import { changed, moved, newField } from '../model/draft.ts'
import { Section, useIssueText } from './EditorFields.tsx'

/** The questions of the form, beside name and address, which are always asked. */
export const FormBuilder = ({ editor }: { editor: EditorState }) => {
  const { t } = useTranslation('workshops/admin')
  const { fields } = editor.draft
  const error = useIssueText(editor)('fields')
  const set = (next: WorkshopField[]) => editor.change({ fields: next })
  const hasFile = fields.some(({ kind }) => kind === 'file')
  return (
    <Section title={t('builder.title')} text={t('builder.text')}>
      {fields.length > 0 && (
        <ol className="flex flex-col gap-4">
          {fields.map((field, index) => (
            <FieldCard
              key={field.id}
              field={field}
              isFirst={index === 0}
              isLast={index === fields.length - 1}
              onChange={(next) => set(changed(fields, index, next))}
              onMove={(by) => set(moved(fields, index, by))}
              onRemove={() => set(fields.filter(({ id }) => id !== field.id))}
            />
          ))}
        </ol>
      )}
      {error && <FieldError id="builder-error">{error}</FieldError>}
      {fields.length < FIELDS_MAX && (
        <div role="group" aria-label={t('builder.add')} className="flex flex-wrap gap-2">
          {fieldKinds.map((kind) => (
            <Button
              key={kind}
              variant="secondary"
              size="sm"
              icon={<Plus aria-hidden="true" size={16} />}
              disabled={kind === 'file' && hasFile}
              onClick={() => set([...fields, newField(kind)])}
            >
              {t(`builder.kind_${kind}`)}
            </Button>
          ))}
        </div>
      )}
    </Section>
  )
}

interface CardProps {
  field: WorkshopField
  isFirst: boolean
  isLast: boolean
  onChange: (field: WorkshopField) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

const FieldCard = (props: CardProps) => {
  const { field, onChange } = props
  const { t } = useTranslation('workshops/admin')
  return (
    <li className="card flex flex-col gap-4 p-4">
      <CardHead {...props} />
      <Field label={t(field.kind === 'consent' ? 'builder.consent' : 'builder.label')} required>
        {(control) => (
          <TextInput
            {...control}
            maxLength={300}
            value={field.label}
            onChange={(event) => onChange({ ...field, label: event.target.value })}
          />
        )}
      </Field>
      {field.kind === 'choice' && (
        <Field label={t('builder.options')} hint={t('builder.optionsHint')} required>
          {(control) => (
            <TextArea
              {...control}
              rows={Math.max(3, field.options.length)}
              value={field.options.join('\n')}
              onChange={(event) =>
                onChange({ ...field, options: event.target.value.split('\n').slice(0, OPTIONS_MAX) })
              }
            />
          )}
        </Field>
      )}
      <Field label={t('builder.hint')} optionalLabel={t('editor.optional')}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={300}
            value={field.hint}
            onChange={(event) => onChange({ ...field, hint: event.target.value })}
          />
        )}
      </Field>
      <Switch
        label={t('builder.required')}
        checked={field.required}
        onChange={(required) => onChange({ ...field, required })}
      />
    </li>
  )
}

const CardHead = ({ field, isFirst, isLast, onMove, onRemove }: CardProps) => {
  const { t } = useTranslation('workshops/admin')
  const name = field.label || t(`builder.kind_${field.kind}`)
  return (
    <div className="flex items-center justify-between gap-2">
      <Badge tone="primary">{t(`builder.kind_${field.kind}`)}</Badge>
      <span className="flex">
        <IconButton
          label={t('builder.up', { name })}
          icon={<ArrowUp aria-hidden="true" size={18} />}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={t('builder.down', { name })}
          icon={<ArrowDown aria-hidden="true" size={18} />}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton
          label={t('builder.remove', { name })}
          icon={<Trash aria-hidden="true" size={18} />}
          onClick={onRemove}
        />
      </span>
    </div>
  )
}
