import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import Shuffle from 'lucide-react/icons/shuffle'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawPreview } from '#contract/assessments/admin/authoring.ts'
import { inLanguage, letters } from '#contract/assessments/shapes.ts'
import type { BankTopic } from '#contract/question-bank/question-bank.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { QuestionText } from '#src/shared/ui/content/QuestionText.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { previewQuery } from '../../api/authoring.queries.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'

type Props = { assessmentId: number; revision: number; topics: readonly BankTopic[]; onClose: () => void }

/** Previews one draw of questions with the answer key. The button draws again. */
export const PreviewDialog = ({ assessmentId, revision, topics, onClose }: Props) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const [seed, setSeed] = useState(() => crypto.randomUUID())
  const draw = useQuery(previewQuery(assessmentId, revision, seed))
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      className="sm:max-w-3xl!"
      title={t('preview.title')}
      description={t('preview.text')}
      closeLabel={t('close')}
      actions={
        <Button
          variant="secondary"
          icon={<Shuffle aria-hidden="true" size={18} />}
          pending={draw.isFetching}
          onClick={() => setSeed(crypto.randomUUID())}
        >
          {t('preview.again')}
        </Button>
      }
    >
      {draw.isError && <Alert kind="error" title={errorText(draw.error, t('preview.failed'))} />}
      {!draw.data && !draw.isError && <Skeleton className="h-64" />}
      <ol
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className="flex flex-col divide-y divide-line"
      >
        {draw.data?.map((question) => (
          <li key={question.question_id} className="py-4">
            <Question question={question} topic={topics.find(({ id }) => id === question.topic_id)} />
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

type Drawn = DrawPreview['questions'][number]

const Question = ({ question, topic }: { question: Drawn; topic: BankTopic | undefined }) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const { language, local } = useLocalized()
  const texts = inLanguage(question.texts, language, question.language)
  return (
    <>
      <p className="mb-1 flex flex-wrap items-center gap-2 text-sm text-ink-muted">
        <span>{t('preview.number', { number: question.position })}</span>
        {topic && <Badge tone="primary">{local(topic.names)}</Badge>}
        <Badge>{t(`difficulty.${question.difficulty}`)}</Badge>
      </p>
      <p className="font-medium">
        <QuestionText text={texts?.prompt ?? ''} />
      </p>
      <ul className="mt-2 flex flex-col gap-1 text-sm">
        {letters.map((letter, index) => {
          const isRight = letter === question.answer
          return (
            <li
              key={letter}
              className={cx(
                'flex items-start gap-2 rounded-md px-2 py-1',
                isRight && 'bg-success-soft text-success-text',
              )}
            >
              <span className="font-semibold">{letter}</span>
              <QuestionText text={texts?.options[index] ?? ''} className="flex-1" />
              {isRight && <Check aria-label={t('preview.right')} role="img" size={18} className="shrink-0" />}
            </li>
          )
        })}
      </ul>
    </>
  )
}
