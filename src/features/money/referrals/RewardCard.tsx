import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReferralMoney } from '#contract/money/referrals.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatAmountInput, parseAmount } from '#src/shared/lib/amount-input.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { Money } from '../components/Money.tsx'
import { AmountField } from './AmountField.tsx'
import { useSaveReward } from './referrals.queries.ts'

type Props = { reward: ReferralMoney | null; currency: string }

/** What one referral brings, and the way to change it. */
export const RewardCard = ({ reward, currency }: Props) => {
  const { t } = useTranslation('money/referrals')
  const [isOpen, setOpen] = useState(false)
  return (
    <Card as="section" aria-labelledby="referral-reward" className="flex flex-wrap items-center gap-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 id="referral-reward" className="font-semibold text-ink">
          {t('reward.title')}
        </h2>
        <p className="text-sm text-ink-muted">{t(reward ? 'reward.text' : 'reward.off')}</p>
      </div>
      {reward && (
        <span className="text-2xl font-bold text-ink">
          <Money minor={reward.amount_minor} currency={reward.currency} isWhole />
        </span>
      )}
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t(reward ? 'reward.change' : 'reward.set')}
      </Button>
      {isOpen && <RewardDialog reward={reward} currency={currency} onClose={() => setOpen(false)} />}
    </Card>
  )
}

const RewardDialog = ({ reward, currency, onClose }: Props & { onClose: () => void }) => {
  const { t } = useTranslation('money/referrals')
  const notify = useNotify()
  const save = useSaveReward()
  const [text, setText] = useState(formatAmountInput(reward?.amount_minor ?? null, currency))
  const minor = parseAmount(text, currency)
  const isWrong = text.trim() !== '' && (minor === null || minor === 0)
  const submit = () =>
    save.mutate(
      { amount_minor: minor },
      {
        onSuccess: () => {
          notify({ kind: 'success', title: t('reward.saved') })
          onClose()
        },
      },
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('reward.title')}
      description={t('reward.explain')}
      closeLabel={t('close')}
      actions={
        <Button pending={save.isPending} disabled={isWrong} onClick={submit}>
          {t('save')}
        </Button>
      }
    >
      {save.isError && <Alert kind="error">{errorText(save.error, t('notSaved'))}</Alert>}
      <AmountField
        label={t('reward.amount', { currency })}
        hint={t('reward.hint')}
        error={isWrong ? t('issues.amount') : null}
        value={text}
        onChange={setText}
      />
    </Dialog>
  )
}
