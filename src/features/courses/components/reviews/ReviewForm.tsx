import Star from 'lucide-react/icons/star'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REVIEW_TEXT_MAX, type CourseReview } from '#contract/courses/reviews.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { draftsOf } from '#src/core/offline/drafts.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field, FieldError } from '#src/shared/ui/forms/Field.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { useSaveReview } from '../../api/reviews.queries.ts'

const STARS = [1, 2, 3, 4, 5] as const

type Props = { courseId: number; own: CourseReview | null; onDone: () => void }

/** Stars and text; the text is saved as a draft on the device until it is sent. */
export const ReviewForm = ({ courseId, own, onDone }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const userId = useAppSelector(selectUser).id ?? 0
  const draftKey = `review-${courseId}`
  const [stars, setStars] = useState(own?.stars ?? 0)
  const [text, setText] = useState(() => draftsOf(safeLocal, userId).get(draftKey) ?? own?.text ?? '')
  const [isSubmitted, setSubmitted] = useState(false)
  const save = useSaveReview(courseId)
  const discardDraft = () => {
    draftsOf(safeLocal, userId).remove(draftKey)
    onDone()
  }
  return (
    <form
      className="card mt-4 flex flex-col gap-4 p-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (stars === 0) setSubmitted(true)
        else save.mutate({ stars, text }, { onSuccess: discardDraft })
      }}
    >
      {save.isError && <Alert kind="error" title={errorText(save.error, t('reviews.failed'))} />}
      <StarField value={stars} missing={isSubmitted && stars === 0} onChange={(value) => setStars(value)} />
      <Field label={t('reviews.text')} optionalLabel={t('optional')} hint={t('reviews.textHint')}>
        {(control) => (
          <TextArea
            {...control}
            value={text}
            maxLength={REVIEW_TEXT_MAX}
            onChange={(event) => {
              setText(event.target.value)
              draftsOf(safeLocal, userId).set(draftKey, event.target.value)
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={save.isPending}>
          {t(own ? 'reviews.save' : 'reviews.send')}
        </Button>
        {own && (
          <Button variant="secondary" onClick={discardDraft}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Five native radio buttons, so that arrow keys and screen readers work. */
const StarField = (props: { value: number; missing: boolean; onChange: (value: number) => void }) => {
  const { t } = useTranslation('courses/catalogue')
  const name = useId()
  const error = `${name}-error`
  return (
    <fieldset aria-describedby={props.missing ? error : undefined}>
      <legend className="text-sm font-medium text-ink">{t('reviews.stars')}</legend>
      <div className="mt-1 flex">
        {STARS.map((value) => (
          <label
            key={value}
            className="flex size-11 cursor-pointer items-center justify-center rounded-lg outline-focus has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={props.value === value}
              className="sr-only"
              onChange={() => props.onChange(value)}
            />
            <Star
              aria-hidden="true"
              size={28}
              className={value <= props.value ? 'fill-decor-gold stroke-decor-gold-edge' : 'text-line-strong'}
            />
            <span className="sr-only">{t('reviews.starsOf', { count: value })}</span>
          </label>
        ))}
      </div>
      {props.missing && <FieldError id={error}>{t('reviews.starsMissing')}</FieldError>}
    </fieldset>
  )
}
