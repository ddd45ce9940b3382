import FileUp from 'lucide-react/icons/file-up'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { languages } from '#contract/languages.ts'
import { difficulties, type BankTopic } from '#contract/question-bank/question-bank.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { saveFile } from '#src/shared/lib/save-file.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import type { ImportDefaults } from '../../model/file-import.ts'

/** An example file. Column names are English in every language. */
const EXAMPLE = [
  'kind,prompt,answer,explanation,option_1,option_2,option_3,option_4,topic,difficulty,tags',
  'single,How many edges has a cube?,B,"Four above, four below, four between.",8,12,6,10,,easy,geometry',
  '',
].join('\r\n')

const TOPIC_OF_ROW = 'none'

type Props = {
  topics: readonly BankTopic[]
  defaults: ImportDefaults
  isReading: boolean
  onChange: (changes: Partial<ImportDefaults>) => void
  onFile: (file: File) => void
}

/** The topic, language and difficulty of the questions, and the file. */
export const ChooseStep = ({ topics, defaults, isReading, onChange, onFile }: Props) => {
  const { t } = useTranslation('question-bank')
  return (
    <div className="flex flex-col gap-4">
      <DefaultFields topics={topics} defaults={defaults} onChange={onChange} />
      <FileInput isReading={isReading} onFile={onFile} />
      <Button
        variant="ghost"
        className="self-start"
        onClick={() => saveFile('question-bank-example.csv', EXAMPLE, 'text/csv')}
      >
        {t('import.example')}
      </Button>
      <p className="-mt-3 px-3 text-sm text-ink-muted">{t('import.columns')}</p>
      {isReading && <p role="status">{t('import.reading')}</p>}
    </div>
  )
}

const DefaultFields = ({ topics, defaults, onChange }: Pick<Props, 'topics' | 'defaults' | 'onChange'>) => {
  const { t } = useTranslation('question-bank')
  const { local } = useLocalized()
  return (
    <div className="grid items-end gap-4 sm:grid-cols-3">
      <Field label={t('import.language')}>
        {(control) => (
          <Select
            {...control}
            value={defaults.language}
            options={languages.map((value) => ({ value, label: t(`languages.${value}`) }))}
            onChange={(language) => onChange({ language })}
          />
        )}
      </Field>
      <Field label={t('import.topic')}>
        {(control) => (
          <Select
            {...control}
            value={defaults.topicId === null ? TOPIC_OF_ROW : String(defaults.topicId)}
            options={[
              { value: TOPIC_OF_ROW, label: t('import.topicOfRow') },
              ...topics.map(({ id, names }) => ({ value: String(id), label: local(names) })),
            ]}
            onChange={(topic) => onChange({ topicId: topic === TOPIC_OF_ROW ? null : Number(topic) })}
          />
        )}
      </Field>
      <Field label={t('import.difficulty')}>
        {(control) => (
          <Select
            {...control}
            value={defaults.difficulty}
            options={difficulties.map((value) => ({ value, label: t(`difficulty.${value}`) }))}
            onChange={(difficulty) => onChange({ difficulty })}
          />
        )}
      </Field>
    </div>
  )
}

const FileInput = ({ isReading, onFile }: Pick<Props, 'isReading' | 'onFile'>) => {
  const { t } = useTranslation('question-bank')
  const input = useRef<HTMLInputElement>(null)
  const kindsId = useId()
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border-2 border-dashed border-line-strong px-4 py-6 text-center">
      <Button
        variant="secondary"
        icon={<FileUp aria-hidden="true" size={18} />}
        aria-describedby={kindsId}
        pending={isReading}
        onClick={() => input.current?.click()}
      >
        {t('import.choose')}
      </Button>
      <p id={kindsId} className="text-sm text-ink-muted">
        {t('import.kinds')}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('import.file')}
        accept=".csv,.tsv,.txt,.gift,.xml,.zip"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </div>
  )
}
