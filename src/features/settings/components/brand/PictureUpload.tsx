import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  BRAND_PICTURE_MAX_BYTES,
  ICON_SIDE_MIN,
  type PictureUse,
  type uploadBrandPicture,
} from '#contract/client-info/brand-endpoints.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { FieldError } from '#src/shared/ui/forms/Field.tsx'
import { useUploadPicture } from '../../api/brand.queries.ts'
import { isTextFile } from '../../model/pictures.ts'

type Props = {
  use: PictureUse
  label: string
  hint: string
  id: string | null
  onChange: (picture: ResponseOf<typeof uploadBrandPicture> | null) => void
  children?: ReactNode
}

const REASONS = { active_file: 'script', too_large: 'large', too_small: 'small', invalid: 'wrong' } as const
type Reason = (typeof REASONS)[keyof typeof REASONS]

/** Uploaded at once and kept in the draft; a file that is refused changes nothing. */
export const PictureUpload = ({ use, label, hint, id, onChange, children }: Props) => {
  const { t } = useTranslation('settings')
  const input = useRef<HTMLInputElement>(null)
  const upload = useUploadPicture(use)
  const [refused, setRefused] = useState<Reason | null>(null)
  const choose = async (file: File | undefined) => {
    if (!file) return
    upload.reset()
    const reason = file.size > BRAND_PICTURE_MAX_BYTES ? 'large' : (await isTextFile(file)) ? 'script' : null
    setRefused(reason)
    if (reason === null) upload.mutate(file, { onSuccess: onChange })
  }
  const code = isApiError(upload.error) ? upload.error.fields?.['picture']?.[0]?.code : undefined
  const reason = refused ?? (code && code in REASONS ? REASONS[code as keyof typeof REASONS] : null)
  const error = reason
    ? t(`pictures.refused.${reason}`, { side: ICON_SIDE_MIN })
    : upload.error && errorText(upload.error, t('pictures.failed'))
  const button = t(id === null ? 'pictures.choose' : 'pictures.replace')
  return (
    <div className="flex flex-col gap-2.5">
      <div>
        <h3 className="text-sm font-medium text-ink">{label}</h3>
        <p className="text-sm text-ink-muted">{hint}</p>
      </div>
      {children}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="secondary"
          size="sm"
          pending={upload.isPending}
          aria-label={`${button}: ${label}`}
          onClick={() => input.current?.click()}
        >
          {button}
        </Button>
        {id !== null && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`${t('pictures.remove')}: ${label}`}
            onClick={() => onChange(null)}
          >
            {t('pictures.remove')}
          </Button>
        )}
      </div>
      <div role="alert">{error && <FieldError id={`${use}-error`}>{error}</FieldError>}</div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label={label}
        onChange={({ target }) => {
          void choose(target.files?.[0])
          target.value = ''
        }}
      />
    </div>
  )
}
