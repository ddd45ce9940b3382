import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BankQuestion, BankTopic, QuestionDraft } from '#contract/question-bank/question-bank.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { useQuestionState, useSaveQuestion } from '../api/bank.mutations.ts'
import { formOf } from '../model/question-form.ts'
import { QuestionForm } from './QuestionForm.tsx'
import { VersionList } from './VersionList.tsx'

type Props = { question: BankQuestion; topics: readonly BankTopic[] }

/** Where the question stands, its words, and the versions before. */
export const EditQuestion = ({ question, topics }: Props) => {
  const { t } = useTranslation('question-bank')
  const notify = useNotify()
  const save = useSaveQuestion(question.id)
  // The version that is being edited; a newer one of somebody else is a conflict, not ours to overwrite.
  const [edited, setEdited] = useState(question.version)
  const send = (draft: QuestionDraft, settle: () => void, note: string) =>
    save.mutate(
      { ...draft, version: edited, note },
      {
        onSuccess: (saved) => {
          setEdited(saved.version)
          settle()
          notify({ kind: 'success', title: t('edit.saved', { version: saved.version }) })
        },
      },
    )
  const newer = question.version !== edited && !save.isPending
  return (
    <div className="flex flex-col gap-6">
      <StateCard question={question} />
      <QuestionForm
        name={`bank-question-${question.id}`}
        start={formOf(question)}
        topics={topics}
        withNote
        {...(newer ? { onConflictSeen: () => setEdited(question.version) } : {})}
        pending={save.isPending}
        error={save.error}
        submitLabel={t('edit.save')}
        onSave={send}
      />
      <VersionList question={question} />
    </div>
  )
}

/** Active or retired, and which assessments name it. */
const StateCard = ({ question }: { question: BankQuestion }) => {
  const { t } = useTranslation('question-bank')
  const change = useQuestionState(question.id)
  const retired = question.state === 'retired'
  const short = isApiError(change.error) && change.error.status === 409
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone={retired ? 'warning' : 'success'}>{t(`state.${question.state}`)}</Badge>
        <span className="text-sm text-ink-muted">{t('edit.version', { version: question.version })}</span>
        {question.used_in.length > 0 && (
          <span className="text-sm text-ink-muted">
            {t('edit.usedIn')} <bdi>{question.used_in.map(({ title }) => title).join(' · ')}</bdi>
          </span>
        )}
        <Button
          size="sm"
          variant="secondary"
          className="sm:ms-auto"
          pending={change.isPending}
          onClick={() => change.mutate(retired ? 'active' : 'retired')}
        >
          {t(retired ? 'edit.activate' : 'edit.retire')}
        </Button>
      </div>
      {retired && <p className="text-sm text-ink-muted">{t('edit.retiredHint')}</p>}
      {change.isError && (
        <Alert kind="error" title={short ? t('edit.stillNeeded') : errorText(change.error, t('notSaved'))} />
      )}
    </Card>
  )
}
