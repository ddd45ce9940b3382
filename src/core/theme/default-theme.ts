import type { ColourScale, ThemeSettings } from '#contract/client-info/client-info.ts'

const STEPS = ['50', '100', '200', '300', '400', '500', '600', '700', '800', '900'] as const

const scale = (values: string) => {
  const parts = values.split(' ')
  return Object.fromEntries(STEPS.map((step, index) => [step, `#${parts[index]}`])) as ColourScale
}

const neutral = scale('f8fafc f1f5f9 e2e8f0 cbd5e1 94a3b8 64748b 475569 334155 1e293b 0f172a')
const primary = scale('eff4ff dbe6fe bfd3fe 93b4fd 6090fa 3b6cf4 2550e0 1d3fc2 1e389d 1e347b')

/** Worn while no tenant is known (start-up failed): calm and unbranded. */
export const defaultTheme: ThemeSettings = {
  primary,
  secondary: scale('f0f9ff e0f2fe bae6fd 7dd3fc 38bdf8 0ea5e9 0284c7 0369a1 075985 0c4a6e'),
  accent: scale('f5f3ff ede9fe ddd6fe c4b5fd a78bfa 8b5cf6 7c3aed 6d28d9 5b21b6 4c1d95'),
  neutral,
  success: scale('f0fdf4 dcfce7 bbf7d0 86efac 4ade80 22c55e 16a34a 15803d 166534 14532d'),
  warning: scale('fffbeb fef3c7 fde68a fcd34d fbbf24 f59e0b d97706 b45309 92400e 78350f'),
  error: scale('fef2f2 fee2e2 fecaca fca5a5 f87171 ef4444 dc2626 b91c1c 991b1b 7f1d1d'),
  nav: {
    background: '#ffffff',
    selected: primary['50'],
    font_dark: neutral['800'],
    font_light: '#ffffff',
  },
  font: { dark: neutral['900'], light: neutral['50'] },
  font_family: 'inter',
  background: neutral['50'],
  course_cta: primary['600'],
  default_primary: primary['600'],
}
