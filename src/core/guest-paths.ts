/** The addresses that the first page of a visitor needs; `paths.ts` contains them too. */
export const guestPaths = {
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  otp: '/otp',

  home: '/',
  /** Where another app shares to. */
  share: '/community/share',

  pwaTest: '/pwa-test',
  iosPwaTest: '/ios-pwa-test',

  devUi: '/dev/ui',
} as const
