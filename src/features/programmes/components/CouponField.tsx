import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Programme } from '#contract/money/programmes.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useApplyCoupon, useRemoveCoupon } from '../api/coupons.queries.ts'

const CODE_MAX = 60

/** Whoever opens the field wants to type. */
const focus = (input: HTMLInputElement | null) => input?.focus()

/** Before the first payment: the coupon in the price, or a field for one. */
export const CouponField = ({ programme }: { programme: Programme }) => {
  const { coupon } = programme.price
  if (coupon === null) return <Entry slug={programme.slug} />
  return <Entered slug={programme.slug} coupon={coupon} />
}

type Slug = Pick<Programme, 'slug'>

const Entered = ({ slug, coupon }: Slug & { coupon: NonNullable<Programme['price']['coupon']> }) => {
  const { t } = useTranslation('programmes')
  const remove = useRemoveCoupon(slug)
  return (
    <div className="mt-4 flex flex-col gap-2">
      {!coupon.is_usable && (
        <Alert kind="warning" title={t('coupon.lost')}>
          {t('coupon.lostText', { code: coupon.code })}
        </Alert>
      )}
      {remove.isError && <Alert kind="error">{errorText(remove.error, t('coupon.failed'))}</Alert>}
      <Button
        variant="ghost"
        className="-ms-4 self-start"
        pending={remove.isPending}
        onClick={() => remove.mutate()}
      >
        {t('coupon.remove')}
      </Button>
    </div>
  )
}

const Entry = ({ slug }: Slug) => {
  const { t } = useTranslation('programmes')
  const apply = useApplyCoupon(slug)
  const [isOpen, setOpen] = useState(false)
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  if (!isOpen)
    return (
      <Button variant="ghost" className="-ms-4 mt-2" onClick={() => setOpen(true)}>
        {t('coupon.open')}
      </Button>
    )
  const isWrong = isApiError(apply.error) && apply.error.fields !== undefined
  const problem = isTried && code.trim() === '' ? t('coupon.missing') : isWrong ? t('coupon.wrong') : null
  return (
    <form
      noValidate
      className="mt-4 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (code.trim() !== '' && !apply.isPending) apply.mutate(code)
      }}
    >
      {apply.isError && !isWrong && <Alert kind="error">{errorText(apply.error, t('coupon.failed'))}</Alert>}
      <Field label={t('coupon.label')} error={problem}>
        {(control) => (
          <TextInput
            {...control}
            ref={focus}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={CODE_MAX}
            value={code}
            onChange={({ target }) => {
              setCode(target.value)
              apply.reset()
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" className="self-start" pending={apply.isPending}>
        {t('coupon.apply')}
      </Button>
    </form>
  )
}
