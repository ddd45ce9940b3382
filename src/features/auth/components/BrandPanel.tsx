import { useTranslation } from 'react-i18next'
import { Logo } from '#src/shared/ui/content/Logo.tsx'
import { useSignInPage, useTenant } from '../hooks/use-tenant.ts'

const POINTS = ['lessons', 'devices', 'progress'] as const

/** The client's panel on wide screens: its logo, what people find here, and its picture or a faint pattern in its colour. */
export const BrandPanel = () => {
  const { t } = useTranslation('auth')
  const tenant = useTenant()
  const { heading, line, picture } = useSignInPage()
  return (
    <aside className="sticky top-0 hidden h-dvh w-5/12 max-w-2xl shrink-0 flex-col overflow-hidden bg-primary-soft p-12 text-primary-text lg:flex">
      <div className="flex">
        <Logo name={tenant.name} src={tenant.logo} />
      </div>
      <div className="relative z-10 my-auto max-w-md py-8 wrap-anywhere">
        <p className="text-4xl font-bold leading-tight text-balance">
          <bdi>{heading ?? t('brand.title')}</bdi>
        </p>
        {line ? (
          <p className="mt-8 text-lg text-ink">
            <bdi>{line}</bdi>
          </p>
        ) : (
          <ul className="mt-8 space-y-4 text-lg text-ink">
            {POINTS.map((point) => (
              <li key={point} className="flex items-start gap-3">
                <CheckIcon />
                {t(`brand.${point}`)}
              </li>
            ))}
          </ul>
        )}
      </div>
      {picture ? (
        // Where the panel is hidden, a lazy picture is never loaded.
        <img src={picture} alt="" loading="lazy" className="-m-12 mt-0 h-0 max-w-none grow-3 object-cover" />
      ) : (
        <Rings />
      )}
    </aside>
  )
}

const CheckIcon = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
    className="mt-0.5 shrink-0 text-primary-text"
  >
    <circle cx="12" cy="12" r="11" fill="currentColor" opacity="0.14" />
    <path
      d="m7.5 12.5 3 3 6-6.5"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)

/** Open rings in the client's colour, too faint to compete with text. */
const Rings = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 400 400"
    fill="none"
    stroke="currentColor"
    className="pointer-events-none absolute -bottom-32 -end-32 size-112 rtl:-scale-x-100"
  >
    {[38, 76, 114, 152, 190].map((radius, index) => (
      <circle
        key={radius}
        cx="200"
        cy="200"
        r={radius}
        strokeWidth="16"
        strokeLinecap="round"
        opacity={0.16 - index * 0.025}
        pathLength="100"
        strokeDasharray={`${60 + index * 8} 100`}
        transform={`rotate(${index * 47} 200 200)`}
      />
    ))}
  </svg>
)
