import { useId, useState, type ChangeEvent, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import Paperclip from 'lucide-react/icons/paperclip'
import X from 'lucide-react/icons/x'
import { FILE_ENDINGS, FILE_MAX_BYTES, type WorkshopField } from '#contract/workshops/fields.ts'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import type { ChosenFile } from '../model/form.ts'

interface Props {
  field: WorkshopField
  value: string | boolean | undefined
  file: ChosenFile | null
  error: string | undefined
  onChange: (value: string | boolean) => void
  onFile: (file: ChosenFile | null) => void
}

/** One question of the form. */
export const AnswerField = (props: Props) => {
  const { field, value, error, onChange } = props
  const { t } = useTranslation('workshops')
  if (field.kind === 'consent')
    return (
      <Checkbox
        label={<span dir="auto">{field.label}</span>}
        hint={field.hint && <bdi>{field.hint}</bdi>}
        error={error}
        required={field.required}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    )
  if (field.kind === 'file') return <FileField {...props} />
  const text = typeof value === 'string' ? value : ''
  return (
    <Field
      label={<bdi>{field.label}</bdi>}
      hint={field.hint && <bdi>{field.hint}</bdi>}
      error={error}
      required={field.required}
      {...(!field.required && { optionalLabel: t('form.optional') })}
    >
      {(control) =>
        field.kind === 'choice' ? (
          <select
            {...control}
            className="control"
            value={text}
            onChange={(event) => onChange(event.target.value)}
          >
            <option value="">{t('form.choose')}</option>
            {field.options.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </select>
        ) : (
          <TextInput
            {...control}
            {...INPUTS[field.kind]}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Field>
  )
}

const INPUTS: Partial<Record<WorkshopField['kind'], ComponentProps<typeof TextInput>>> = {
  number: { dir: 'ltr', inputMode: 'decimal' },
  date: { dir: 'ltr', type: 'date' },
}

/** The data behind the comma of a data address. */
const readBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? (reader.result.split(',')[1] ?? '') : ''),
    )
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')))
    reader.readAsDataURL(file)
  })

const ACCEPTED = FILE_ENDINGS.map((ending) => `.${ending}`).join(',')

const FileField = ({ field, file, error, onFile }: Props) => {
  const { t } = useTranslation('workshops')
  const id = useId()
  const [isUnreadable, setUnreadable] = useState(false)
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? []
    target.value = ''
    if (!chosen) return
    setUnreadable(false)
    try {
      // A larger file is refused anyway: it is named, not read.
      const data = chosen.size > FILE_MAX_BYTES ? '' : await readBase64(chosen)
      onFile({ name: chosen.name, size: chosen.size, data })
    } catch {
      setUnreadable(true)
    }
  }
  const isTooLarge = file !== null && file.size > FILE_MAX_BYTES
  const problem = isTooLarge ? t('issues.fileLarge') : isUnreadable ? t('issues.fileType') : error
  return (
    <Field
      id={id}
      label={<bdi>{field.label}</bdi>}
      hint={field.hint && <bdi>{field.hint}</bdi>}
      error={problem}
      required={field.required}
      {...(!field.required && { optionalLabel: t('form.optional') })}
    >
      {(control) => (
        <div className="flex items-center gap-2">
          <label className="control flex min-w-0 flex-1 cursor-pointer items-center gap-2 border-dashed text-ink-muted outline-focus has-focus-visible:outline-2">
            <Paperclip aria-hidden="true" size={18} className="shrink-0" />
            <span className="min-w-0 truncate">
              {file ? <bdi className="text-ink">{file.name}</bdi> : t('form.chooseFile')}
            </span>
            <input
              {...control}
              aria-label={field.label}
              type="file"
              accept={ACCEPTED}
              className="sr-only"
              onChange={(event) => void choose(event)}
            />
          </label>
          {file && (
            <IconButton
              label={t('form.removeFile')}
              icon={<X aria-hidden="true" size={18} />}
              onClick={() => onFile(null)}
            />
          )}
        </div>
      )}
    </Field>
  )
}
