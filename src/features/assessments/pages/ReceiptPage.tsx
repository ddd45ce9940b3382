import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { Receipt } from '#contract/assessments/results.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { QuestionText } from '#src/shared/ui/content/QuestionText.tsx'
import { receiptQuery } from '../api/assessments.queries.ts'
import { LoadError } from '../components/LoadError.tsx'
import { LoadingPage } from '../components/LoadingPage.tsx'
import { saveFile } from '#src/shared/lib/save-file.ts'
import { said } from '../model/labels.ts'

/**
 * /assessments/results/{attemptId}/receipt: each answer with its time, and the checksum, to save or print.
 */
export const ReceiptPage = () => {
  const { attemptId = '' } = useParams()
  const receipt = useQuery(receiptQuery(attemptId))
  if (receipt.error && !receipt.data)
    return <LoadError error={receipt.error} onRetry={() => void receipt.refetch()} />
  if (!receipt.data) return <LoadingPage />
  return <ReceiptDocument receipt={receipt.data} />
}

type Props = { receipt: Receipt }

const ReceiptDocument = ({ receipt }: Props) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  const formatTime = (iso: string) => formatDate(iso, language, { time: true })
  return (
    <article data-receipt="" className="mx-auto max-w-3xl">
      <PageHeader
        above={
          <BackLink to={paths.assessmentResult(receipt.attempt_id)} className="print:hidden">
            {t('review.back')}
          </BackLink>
        }
        title={t('receipt.title')}
        text={<bdi>{said(receipt.title, language, receipt.main_language)}</bdi>}
        actions={<Actions receipt={receipt} />}
      />
      <dl className="card grid gap-x-6 gap-y-3 p-4 text-sm sm:grid-cols-2 sm:p-6">
        <Fact name={t('receipt.learner')} value={receipt.learner} />
        <Fact name={t('receipt.attempt')} value={String(receipt.number)} />
        <Fact name={t('receipt.started')} value={formatTime(receipt.started_at)} />
        <Fact name={t('receipt.finished')} value={formatTime(receipt.finished_at)} />
        <div className="sm:col-span-2">
          <dt className="text-ink-muted">{t('receipt.checksum')}</dt>
          <dd>
            <code dir="ltr" className="block break-all text-ink">
              {receipt.answers_hash}
            </code>
          </dd>
        </div>
      </dl>
      <p className="mt-3 text-sm text-ink-muted">{t('receipt.how')}</p>
      <AnswerTable receipt={receipt} />
    </article>
  )
}

const Actions = ({ receipt }: Props) => {
  const { t } = useTranslation('assessments/result')
  const download = () =>
    saveFile(`receipt-${receipt.attempt_id}.json`, JSON.stringify(receipt, null, 2), 'application/json')
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <Button variant="secondary" icon={<Download aria-hidden="true" size={18} />} onClick={download}>
        {t('receipt.download')}
      </Button>
      <Button
        variant="secondary"
        icon={<Printer aria-hidden="true" size={18} />}
        onClick={() => window.print()}
      >
        {t('receipt.print')}
      </Button>
    </div>
  )
}

const AnswerTable = ({ receipt }: Props) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  const formatTime = (iso: string) => formatDate(iso, language, { time: true })
  return (
    <table className="mt-5 w-full text-sm">
      <caption className="sr-only">{t('receipt.caption')}</caption>
      <thead>
        <tr className="border-b border-line text-ink-muted">
          {(['position', 'answer', 'savedAt'] as const).map((column) => (
            <th key={column} scope="col" className="px-2 py-2 text-start font-medium">
              {t(`receipt.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {receipt.answers.map((answer) => (
          <tr key={answer.position} className="border-b border-line align-top">
            <th scope="row" className="px-2 py-2 text-start font-normal tabular-nums text-ink-muted">
              {answer.position}
            </th>
            <td className="px-2 py-2 text-ink">
              {answer.choice === null ? (
                <span className="text-ink-muted">{t('receipt.none')}</span>
              ) : (
                <>
                  <span className="font-semibold">{answer.choice}</span>{' '}
                  <QuestionText
                    text={answer.option ? said(answer.option, language, receipt.main_language) : ''}
                    className="inline-block align-top"
                  />
                  {answer.final && <span className="text-ink-muted"> · {t('receipt.final')}</span>}
                </>
              )}
            </td>
            <td className="px-2 py-2 text-xs whitespace-nowrap tabular-nums text-ink-muted sm:text-sm">
              {answer.saved_at === null ? '–' : formatTime(answer.submitted_at ?? answer.saved_at)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-ink-muted">{name}</dt>
    <dd className="font-medium text-ink">
      <bdi>{value}</bdi>
    </dd>
  </div>
)
