import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, type Language } from '#contract/languages.ts'
import type { BankTopic } from '#contract/question-bank/question-bank.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useSaveTopic } from '../api/bank.mutations.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'

const NAME_MAX = 100

type Props = { topics: readonly BankTopic[]; onClose: () => void }

/** Renames the tenant's topics or adds one. */
export const TopicsDialog = ({ topics, onClose }: Props) => {
  const { t } = useTranslation('question-bank')
  const { local } = useLocalized()
  const [editing, setEditing] = useState<BankTopic | 'new' | null>(null)
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('topics.title')}
      description={t('topics.text')}
      closeLabel={t('close')}
    >
      {editing === null ? (
        <>
          <ul className="mb-4 flex flex-col divide-y divide-line">
            {topics.map((topic) => (
              <li key={topic.id} className="flex items-center justify-between gap-3 py-1.5">
                <span className="min-w-0">
                  <bdi className="font-medium">{local(topic.names)}</bdi>
                  <span className="block text-sm text-ink-muted">
                    {t('topics.stock', { ...topic.stock })}
                  </span>
                </span>
                <Button size="sm" variant="ghost" onClick={() => setEditing(topic)}>
                  {t('topics.rename')}
                </Button>
              </li>
            ))}
          </ul>
          <Button variant="secondary" onClick={() => setEditing('new')}>
            {t('topics.add')}
          </Button>
        </>
      ) : (
        <TopicForm topic={editing === 'new' ? null : editing} onDone={() => setEditing(null)} />
      )}
    </Dialog>
  )
}

/** Made of the English name if there is one. The key is never shown and never changes. */
const topicKeyOf = (names: Partial<Record<Language, string>>, suffix: string): string => {
  const slug = (names.en ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
  return `${slug || 'topic'}-${suffix}`
}

const TopicForm = ({ topic, onDone }: { topic: BankTopic | null; onDone: () => void }) => {
  const { t } = useTranslation('question-bank')
  const { language } = useLocalized()
  const [names, setNames] = useState<Partial<Record<Language, string>>>(topic?.names ?? {})
  const [isSubmitted, setSubmitted] = useState(false)
  // Fixed for the life of the form, so that a repeated submit creates one topic.
  const [keySuffix] = useState(() => crypto.randomUUID().slice(0, 8))
  const save = useSaveTopic()
  const filledNames = Object.fromEntries(
    languages.flatMap((each) => (names[each]?.trim() ? [[each, names[each].trim()]] : [])),
  )
  const hasNoName = Object.keys(filledNames).length === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (hasNoName || save.isPending) return
    const key = topic?.key ?? topicKeyOf(filledNames, keySuffix)
    save.mutate({ key, names: filledNames }, { onSuccess: onDone })
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      {languages.map((each) => (
        <Field
          key={each}
          label={t('topics.name', { language: t(`languages.${each}`) })}
          error={isSubmitted && hasNoName && each === language ? t('topics.missing') : null}
        >
          {(control) => (
            <TextInput
              {...control}
              lang={each}
              maxLength={NAME_MAX}
              value={names[each] ?? ''}
              onChange={(event) => setNames({ ...names, [each]: event.target.value })}
            />
          )}
        </Field>
      ))}
      {save.isError && <Alert kind="error" title={errorText(save.error, t('notSaved'))} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={save.isPending}>
          {t('save')}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
