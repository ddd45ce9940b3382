import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { AssessmentPage } from '#contract/assessments/assessments.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { paths } from '#src/core/paths.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { useStart } from '../../api/assessments.mutations.ts'
import { actionLink } from '../../model/card.ts'

const RECORDED = ['tab', 'screen', 'copy', 'focus', 'phone'] as const

/** What is recorded, the learner's consent, and the start button or the reason why there is none. */
export const StartCard = ({ page, referral }: { page: AssessmentPage; referral: string | null }) => {
  const { t } = useTranslation('assessments')
  const navigate = useNavigate()
  const [hasAgreed, setHasAgreed] = useState(false)
  const [isConsentMissing, setConsentMissing] = useState(false)
  const start = useStart(page.id, referral)
  const resume = actionLink(page, 'resume')
  if (page.actions.includes('resume') && resume !== null)
    return (
      <Alert
        kind="warning"
        title={t('start.running')}
        action={
          <Link to={resume} className={buttonClass()}>
            {t('list.action.resume')}
          </Link>
        }
      >
        {t('start.runningText')}
      </Alert>
    )
  if (page.not_startable !== null)
    return (
      <Alert kind="info" title={t('start.unavailable')}>
        {t(`list.why.${page.not_startable}`)}
      </Alert>
    )
  const needsPhone = page.phone_verification && page.verified_phone === null
  const startAttempt = async () => {
    setConsentMissing(!hasAgreed)
    if (!hasAgreed) return
    try {
      const paper = await start.mutateAsync()
      void navigate(paths.assessmentQuiz(paper.id))
    } catch {
      // The error shows below, and the consent stays.
    }
  }
  return (
    <Card as="section" aria-labelledby="recorded-title">
      <h2 id="recorded-title" className="text-lg font-semibold text-ink">
        {t('start.recordedTitle')}
      </h2>
      <p className="mt-1 text-ink-muted">{t('start.recordedText')}</p>
      <ul className="mt-3 flex list-disc flex-col gap-1.5 ps-5 text-sm text-ink marker:text-ink-muted">
        {RECORDED.filter((line) => line !== 'phone' || page.phone_verification).map((line) => (
          <li key={line}>{t(`start.recorded.${line}`)}</li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink">{t('start.recordedUse')}</p>
      {needsPhone ? (
        <Link to={paths.assessmentPhone(page.id, referral)} className={buttonClass({ className: 'mt-5' })}>
          {t('start.verifyPhone')}
        </Link>
      ) : (
        <>
          {page.verified_phone !== null && (
            <p className="mt-3 text-sm text-ink-muted">
              {t('start.phone', { phone: isolated(page.verified_phone) })}
            </p>
          )}
          <Checkbox
            className="mt-3"
            label={t('start.agree')}
            checked={hasAgreed}
            error={isConsentMissing && !hasAgreed ? t('start.agreeFirst') : null}
            onChange={(event) => setHasAgreed(event.target.checked)}
          />
          {start.error && (
            <Alert className="mt-2" kind="error">
              {errorText(start.error, t('start.failed'))}
            </Alert>
          )}
          <Button className="mt-3" size="lg" pending={start.isPending} onClick={() => void startAttempt()}>
            {t('start.start')}
          </Button>
        </>
      )}
    </Card>
  )
}
