import { useTranslation } from 'react-i18next'
import { MASKABLE_SHARE, TOUCH_SHARE, type BrandSettings } from '#contract/client-info/brand.ts'
import type { ThemeSettings } from '#contract/client-info/client-info.ts'
import { WHITE } from '#contract/client-info/colour.ts'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Logo } from '#src/shared/ui/content/Logo.tsx'
import { iconOf, logoOf } from '../../model/pictures.ts'
import { Themed } from '../preview/Themed.tsx'
import { ColourField } from './ColourField.tsx'
import { PictureUpload } from './PictureUpload.tsx'

type Props = {
  settings: BrandSettings
  published: BrandSettings
  theme: ThemeSettings
  onChange: (changes: Partial<BrandSettings>) => void
}

/** Logo and icon as uploaded, and how systems will show the icon. */
export const BrandPictures = ({ settings, published, theme, onChange }: Props) => {
  const { t } = useTranslation('settings')
  const client = useAppSelector(selectClientInfo)
  if (!client) return null
  const icon = iconOf(client, settings, published)
  return (
    <Card as="section" className="flex flex-col gap-6">
      <h2 className="text-lg font-semibold text-ink">{t('pictures.title')}</h2>
      {(['logo', 'logo_dark'] as const).map((name) => (
        <PictureUpload
          key={name}
          use="logo"
          label={t(`pictures.${name}`)}
          hint={t(`pictures.${name}Hint`)}
          id={settings[name]}
          onChange={(picture) => onChange({ [name]: picture?.id ?? null })}
        >
          {name === 'logo' || settings.logo_dark !== null ? (
            <LogoSample
              name={settings.name}
              src={logoOf(client, settings, published, name === 'logo_dark')}
              isDark={name === 'logo_dark'}
              theme={theme}
            />
          ) : null}
        </PictureUpload>
      ))}
      <PictureUpload
        use="icon"
        label={t('pictures.icon')}
        hint={t('pictures.iconHint')}
        id={settings.icon}
        onChange={(picture) =>
          onChange({ icon: picture?.id ?? null, ...(picture && { icon_background: picture.edge ?? WHITE }) })
        }
      >
        {icon !== '' && (
          <IconSamples icon={icon} background={settings.icon === null ? null : settings.icon_background} />
        )}
      </PictureUpload>
      {settings.icon !== null && (
        <ColourField
          label={t('pictures.iconBackground')}
          hint={t('pictures.iconBackgroundHint')}
          value={settings.icon_background}
          onChange={(colour) => onChange({ icon_background: colour })}
        />
      )}
    </Card>
  )
}

type SampleProps = { name: string; src: string; isDark: boolean; theme: ThemeSettings }

const LogoSample = ({ name, src, isDark, theme }: SampleProps) => (
  <Themed
    theme={theme}
    mode={isDark ? 'dark' : 'light'}
    className="flex min-h-16 max-w-full items-center rounded-lg border border-line bg-surface-raised px-4 text-ink"
  >
    <Logo key={src} name={name} src={src} />
  </Themed>
)

/** Shapes of home screens; an icon that is not uploaded already has its own background. */
const IconSamples = ({ icon, background }: { icon: string; background: string | null }) => {
  const { t } = useTranslation('settings')
  const shapes = [
    { name: 'plain', share: 1, shape: 'rounded-lg', isFilled: false },
    { name: 'touch', share: TOUCH_SHARE, shape: 'rounded-2xl', isFilled: true },
    { name: 'circle', share: MASKABLE_SHARE, shape: 'rounded-full', isFilled: true },
    { name: 'square', share: MASKABLE_SHARE, shape: 'rounded-md', isFilled: true },
  ] as const
  return (
    <ul className="flex flex-wrap gap-4">
      {shapes.map(({ name, share, shape, isFilled }) => (
        <li key={name} className="flex w-20 flex-col items-center gap-1.5 text-center text-xs text-ink-muted">
          <span
            className={`flex size-16 items-center justify-center overflow-hidden border border-line ${shape}`}
            style={isFilled && background !== null ? { backgroundColor: background } : undefined}
          >
            <img
              src={icon}
              alt=""
              className="aspect-square object-contain"
              style={{ width: background === null ? '100%' : `${share * 100}%` }}
            />
          </span>
          {t(`pictures.shapes.${name}`)}
        </li>
      ))}
    </ul>
  )
}
