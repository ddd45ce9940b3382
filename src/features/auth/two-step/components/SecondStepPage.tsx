import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { SignedIn } from '#contract/auth/auth.ts'
import type { SecondStepNeeded } from '#contract/auth/second-step.ts'
import { guestPaths } from '#src/core/guest-paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { AuthLayout } from '../../components/AuthLayout.tsx'
import { SecondStep } from './SecondStep.tsx'

interface Props {
  step: SecondStepNeeded['second_step']
  onDone: (answer: SignedIn) => Promise<void>
}

/** /login after the first step. */
export const SecondStepPage = ({ step, onDone }: Props) => {
  const { t } = useTranslation('auth/two-step')
  const navigate = useNavigate()
  const isSetUp = step.kind === 'set_up'
  const restart = () => void navigate(guestPaths.login, { replace: true })
  return (
    <AuthLayout
      title={t(isSetUp ? 'setUp.requiredTitle' : 'signIn.title')}
      documentTitle={t('signIn.title')}
      lead={t(isSetUp ? 'setUp.required' : 'signIn.lead')}
      footer={
        <Button variant="ghost" onClick={restart}>
          {t('signIn.other')}
        </Button>
      }
    >
      <SecondStep step={step} onDone={onDone} onRestart={restart} />
    </AuthLayout>
  )
}
