/** A transparent GIF of one pixel. */
export const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export const eventHeaders = {
  'cache-control': 'no-store, private',
  'referrer-policy': 'no-referrer-when-downgrade',
  'x-robots-tag': 'noindex, nofollow',
};

export const pixelHeaders = { ...eventHeaders, 'content-type': 'image/gif' };
