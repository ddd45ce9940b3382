/** All settings in one table (RULES "Running it"). README's table is checked against it; `readConfig` reads by it. */
export interface Setting {
  readonly name: string
  readonly group: 'Server' | 'Data' | 'Mail' | 'Files' | 'SMS' | 'Google sign-in'
  /** What is used when the variable is absent; null when the setting is then off. */
  readonly standard: string | null
  readonly meaning: string
  /** Never printed, not even when it is wrong. */
  readonly secret?: true
}

export const settings = [
  {
    name: 'PORT',
    group: 'Server',
    standard: '4100',
    meaning: 'Port of the app and the API (0 picks a free one)',
  },
  { name: 'HOST', group: 'Server', standard: '127.0.0.1', meaning: 'Address to listen on' },
  {
    name: 'PUBLIC_URL',
    group: 'Server',
    standard: null,
    meaning: 'Address people use, e.g. https://learn.example.org; https turns on HSTS and secure cookies',
  },
  {
    name: 'TRUST_PROXY',
    group: 'Server',
    standard: 'false',
    meaning:
      'Addresses of the proxies in front, separated by commas, or their number when the server is reachable only through them',
  },
  {
    name: 'RATE_LIMITS',
    group: 'Server',
    standard: '1',
    meaning: 'Multiplies every rate limit; off switches them off (tests and load measurements only)',
  },
  {
    name: 'LOG_LEVEL',
    group: 'Server',
    standard: 'info',
    meaning: 'fatal, error, warn, info, debug, trace or silent',
  },
  {
    name: 'APP_WORKER',
    group: 'Server',
    standard: 'true',
    meaning:
      'false makes installed apps and browsers remove the app’s worker at their next visit; a file worker-off in DATA_DIR does the same without a restart',
  },
  {
    name: 'DEMO',
    group: 'Data',
    standard: null,
    meaning: 'true fills in the demo clients and opens /dev/outbox/; true while DATABASE_URL is not set',
  },
  {
    name: 'DATA_DIR',
    group: 'Data',
    standard: '.data',
    meaning: 'Folder of the private PostgreSQL, uploads and generated keys',
  },
  {
    name: 'DATABASE_URL',
    group: 'Data',
    standard: null,
    meaning: 'Your own PostgreSQL, 15 or newer, instead of the private one',
    secret: true,
  },
  { name: 'DATABASE_POOL', group: 'Data', standard: '10', meaning: 'Largest number of database connections' },
  {
    name: 'MASTER_KEY',
    group: 'Data',
    standard: null,
    meaning:
      '32 bytes in base64 that other keys derive from; made in DATA_DIR when absent. Set it when several servers share a database',
    secret: true,
  },
  {
    name: 'S3_BUCKET',
    group: 'Files',
    standard: null,
    meaning: 'Bucket of an S3-compatible store for uploaded files; without it they lie in DATA_DIR',
  },
  {
    name: 'S3_ENDPOINT',
    group: 'Files',
    standard: null,
    meaning: 'Address of the store without the bucket; AWS in S3_REGION when absent',
  },
  { name: 'S3_REGION', group: 'Files', standard: 'us-east-1', meaning: 'Region that calls are signed for' },
  {
    name: 'S3_ACCESS_KEY_ID',
    group: 'Files',
    standard: null,
    meaning: 'Key id at the store; required with S3_BUCKET',
  },
  {
    name: 'S3_SECRET_ACCESS_KEY',
    group: 'Files',
    standard: null,
    meaning: 'Secret key at the store; required with S3_BUCKET',
    secret: true,
  },
  {
    name: 'S3_PREFIX',
    group: 'Files',
    standard: null,
    meaning: 'Folder within the bucket, for a bucket that others use as well',
  },
  {
    name: 'VIDEO_HOSTS',
    group: 'Files',
    standard: null,
    meaning:
      'Origins of HLS video streams that pages may load, separated by commas, e.g. https://video.example.org',
  },
  {
    name: 'PACKAGES_URL',
    group: 'Files',
    standard: null,
    meaning:
      'Origin of their own for SCORM packages, leading to this server: https://*.packages.example.org gives each package one. Without it packages play in an opaque frame, which suits those that are one page',
  },
  {
    name: 'MAIL_HOST',
    group: 'Mail',
    standard: null,
    meaning: 'SMTP server; without it mails stay in the outbox',
  },
  { name: 'MAIL_PORT', group: 'Mail', standard: '587', meaning: 'Port of the SMTP server' },
  {
    name: 'MAIL_SECURE',
    group: 'Mail',
    standard: 'false',
    meaning: 'true for TLS from the first byte (port 465); otherwise STARTTLS when offered',
  },
  { name: 'MAIL_USER', group: 'Mail', standard: null, meaning: 'User name at the SMTP server' },
  {
    name: 'MAIL_PASSWORD',
    group: 'Mail',
    standard: null,
    meaning: 'Password at the SMTP server',
    secret: true,
  },
  {
    name: 'MAIL_FROM',
    group: 'Mail',
    standard: null,
    meaning: 'Sender address of all mails; required with MAIL_HOST',
  },
  {
    name: 'SMS_URL',
    group: 'SMS',
    standard: null,
    meaning:
      'HTTP gateway that takes POST {to, text, from} as JSON; without it text messages stay in the outbox',
  },
  { name: 'SMS_TOKEN', group: 'SMS', standard: null, meaning: 'Bearer token for the gateway', secret: true },
  { name: 'SMS_FROM', group: 'SMS', standard: null, meaning: 'Sender name or number' },
  {
    name: 'GOOGLE_CLIENT_ID',
    group: 'Google sign-in',
    standard: null,
    meaning: 'OAuth client id for clients that have none of their own; without any, Google sign-in is hidden',
  },
  {
    name: 'GOOGLE_JWKS',
    group: 'Google sign-in',
    standard: 'https://www.googleapis.com/oauth2/v3/certs',
    meaning: 'Address of Google’s public keys, or the key set itself as JSON',
  },
] as const satisfies readonly Setting[]
