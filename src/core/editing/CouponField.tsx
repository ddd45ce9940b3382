import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'

const CODE_MAX = 60

/** Whoever opens the field wants to type. */
const focus = (input: HTMLInputElement | null) => input?.focus()

interface Call<Body> {
  readonly mutate: (body: Body) => void
  readonly reset: () => void
  readonly isPending: boolean
  readonly isError: boolean
  readonly error: unknown
}
type Props = {
  coupon: { code: string; is_usable: boolean } | null
  apply: Call<string>
  remove: Call<void>
}

/** Before the first payment: the coupon in the price, or a field for one. */
export const CouponField = ({ coupon, apply, remove }: Props) =>
  coupon === null ? <Entry apply={apply} /> : <Entered coupon={coupon} remove={remove} />

const Entered = ({ coupon, remove }: { coupon: NonNullable<Props['coupon']>; remove: Props['remove'] }) => {
  const { t } = useTranslation('shared/coupon')
  return (
    <div className="mt-4 flex flex-col gap-2">
      {!coupon.is_usable && (
        <Alert kind="warning" title={t('lost')}>
          {t('lostText', { code: coupon.code })}
        </Alert>
      )}
      {remove.isError && <Alert kind="error">{errorText(remove.error, t('failed'))}</Alert>}
      <Button
        variant="ghost"
        className="-ms-4 self-start"
        pending={remove.isPending}
        onClick={() => remove.mutate()}
      >
        {t('remove')}
      </Button>
    </div>
  )
}

const Entry = ({ apply }: Pick<Props, 'apply'>) => {
  const { t } = useTranslation('shared/coupon')
  const [isOpen, setOpen] = useState(false)
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  if (!isOpen)
    return (
      <Button variant="ghost" className="-ms-4 mt-2" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
    )
  const isWrong = isApiError(apply.error) && apply.error.fields !== undefined
  const problem = isTried && code.trim() === '' ? t('missing') : isWrong ? t('wrong') : null
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
      {apply.isError && !isWrong && <Alert kind="error">{errorText(apply.error, t('failed'))}</Alert>}
      <Field label={t('label')} error={problem}>
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
        {t('apply')}
      </Button>
    </form>
  )
}
