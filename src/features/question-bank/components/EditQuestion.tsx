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

/** A question's state, its form and its earlier versions. */
export const EditQuestion = ({ question, topics }: Props) => {
  const { t } = useTranslation('question-bank')
  const notify = useNotify()
  const save = useSaveQuestion(question.id)
  // The version being edited. A newer one by somebody else is a conflict that must not be overwritten.
  const [editedVersion, setEditedVersion] = useState(question.version)
  const send = (draft: QuestionDraft, settle: () => void, note: string) =>
    save.mutate(
      { ...draft, version: editedVersion, note },
      {
        onSuccess: (saved) => {
          setEditedVersion(saved.version)
          settle()
          notify({ kind: 'success', title: t('edit.saved', { version: saved.version }) })
        },
      },
    )
  const hasNewerVersion = question.version !== editedVersion && !save.isPending
  return (
    <div className="flex flex-col gap-6">
      <StateCard question={question} />
      <QuestionForm
        name={`bank-question-${question.id}`}
        initial={formOf(question)}
        topics={topics}
        withNote
        {...(hasNewerVersion ? { onConflictSeen: () => setEditedVersion(question.version) } : {})}
        pending={save.isPending}
        error={save.error}
        submitLabel={t('edit.save')}
        onSave={send}
      />
      <VersionList question={question} />
    </div>
  )
}

/** Whether the question is active, and which assessments use it. */
const StateCard = ({ question }: { question: BankQuestion }) => {
  const { t } = useTranslation('question-bank')
  const changeState = useQuestionState(question.id)
  const isRetired = question.state === 'retired'
  const isStillNeeded = isApiError(changeState.error) && changeState.error.status === 409
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone={isRetired ? 'warning' : 'success'}>{t(`state.${question.state}`)}</Badge>
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
          pending={changeState.isPending}
          onClick={() => changeState.mutate(isRetired ? 'active' : 'retired')}
        >
          {t(isRetired ? 'edit.activate' : 'edit.retire')}
        </Button>
      </div>
      {isRetired && <p className="text-sm text-ink-muted">{t('edit.retiredHint')}</p>}
      {changeState.isError && (
        <Alert
          kind="error"
          title={isStillNeeded ? t('edit.stillNeeded') : errorText(changeState.error, t('notSaved'))}
        />
      )}
    </Card>
  )
}
