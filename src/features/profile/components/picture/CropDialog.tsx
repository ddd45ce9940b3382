import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import RotateCw from 'lucide-react/icons/rotate-cw'
import ZoomIn from 'lucide-react/icons/zoom-in'
import { PICTURE_SIDE_PX } from '#contract/profile/limits.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useSavePicture } from '../../api/profile.queries.ts'
import { drawCrop, fitCrop, startCrop, turnCrop, zoomCrop, ZOOM_MAX, type Crop } from '../../model/crop.ts'
import { CropCanvas } from './CropCanvas.tsx'

interface Props {
  picture: ImageBitmap
  onClose: () => void
}

const QUALITY = 0.92

/** The crop as base64, without the start of a data address. */
const encode = (picture: ImageBitmap, crop: Crop): string => {
  const canvas = document.createElement('canvas')
  canvas.width = PICTURE_SIDE_PX
  canvas.height = PICTURE_SIDE_PX
  drawCrop(canvas, picture, picture, crop)
  return canvas.toDataURL('image/jpeg', QUALITY).replace(/^[^,]*,/, '')
}

/** Moves, enlarges and turns a picture behind the round frame that others will see. */
export const CropDialog = ({ picture, onClose }: Props) => {
  const { t } = useTranslation('profile')
  const notify = useNotify()
  const save = useSavePicture()
  const [crop, setCrop] = useState(startCrop)
  const submit = () =>
    save.mutate(encode(picture, crop), {
      onSuccess: () => {
        notify({ kind: 'success', title: t('picture.saved') })
        onClose()
      },
    })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={t('picture.cropTitle')}
      description={t('picture.cropText')}
      closeLabel={t('picture.cancel')}
      actions={
        <>
          <Button pending={save.isPending} onClick={submit}>
            {t(save.isPending ? 'picture.saving' : 'picture.save')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('picture.cancel')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <CropCanvas
          picture={picture}
          crop={crop}
          label={t('picture.canvas')}
          onMove={(x, y) =>
            setCrop((before) => fitCrop(picture, { ...before, x: before.x + x, y: before.y + y }))
          }
          onZoom={(factor) => setCrop((before) => zoomCrop(picture, before, before.zoom * factor))}
        />
        <div className="mx-auto flex w-full max-w-72 items-center gap-3">
          <ZoomIn aria-hidden="true" size={20} className="shrink-0 text-ink-muted" />
          <input
            type="range"
            aria-label={t('picture.zoom')}
            min={1}
            max={ZOOM_MAX}
            step={0.01}
            value={crop.zoom}
            className="min-h-11 min-w-0 flex-1 accent-primary"
            onChange={({ target }) => setCrop((before) => zoomCrop(picture, before, Number(target.value)))}
          />
          <Button
            variant="secondary"
            size="sm"
            icon={<RotateCw aria-hidden="true" size={18} />}
            onClick={() => setCrop((before) => turnCrop(picture, before))}
          >
            {t('picture.rotate')}
          </Button>
        </div>
        {save.isError && <Alert kind="error">{errorText(save.error, t('picture.failed'))}</Alert>}
      </div>
    </Dialog>
  )
}
