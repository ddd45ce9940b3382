import Check from 'lucide-react/icons/check'
import Share from 'lucide-react/icons/share'
import SquareCheck from 'lucide-react/icons/square-check'
import SquarePlus from 'lucide-react/icons/square-plus'
import { useTranslation } from 'react-i18next'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { PromptCard } from './PromptCard.tsx'

interface Props {
  onGotIt: () => void
  onNever: () => void
}

const STEPS = [
  ['share', Share],
  ['add', SquarePlus],
  ['confirm', SquareCheck],
] as const
const REASONS = ['faster', 'offline', 'appLike', 'noStore'] as const

/** Spec 2: iOS has no question of its own, so the way there is shown. */
export const IosPrompt = ({ onGotIt, onNever }: Props) => {
  const { t } = useTranslation('pwa')
  return (
    <PromptCard
      title={t('ios.title', { name: isolated(runtimeConfig().client?.name ?? '') })}
      text={t('ios.text')}
      actions={
        <>
          <Button variant="ghost" onClick={onNever}>
            {t('ios.never')}
          </Button>
          <Button onClick={onGotIt}>{t('ios.gotIt')}</Button>
        </>
      }
    >
      <ol className="mt-4 grid gap-3">
        {STEPS.map(([step, Icon]) => (
          <li key={step} className="flex items-start gap-3">
            <span
              aria-hidden="true"
              className="flex size-9 shrink-0 items-center justify-center rounded-lg bg-primary-soft text-primary-text"
            >
              <Icon size={18} />
            </span>
            <span className="min-w-0">
              <span className="block font-medium">{t(`ios.${step}`)}</span>
              <span className="block text-sm text-ink-muted">{t(`ios.${step}Hint`)}</span>
            </span>
          </li>
        ))}
      </ol>
      <h3 className="mt-4 text-sm font-semibold">{t('ios.why')}</h3>
      <ul className="mt-1.5 grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-3 gap-y-1 text-sm text-ink-muted">
        {REASONS.map((reason) => (
          <li key={reason} className="flex items-start gap-2">
            <Check aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-success-text" />
            {t(`ios.${reason}`)}
          </li>
        ))}
      </ul>
    </PromptCard>
  )
}
