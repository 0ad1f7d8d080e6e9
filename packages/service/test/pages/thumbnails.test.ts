import { imageSize } from 'image-size';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.each(databases())('thumbnails of images on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());
  const add = (body: Uint8Array<ArrayBuffer>) =>
    service.client.media.addImage({ contentType: 'application/octet-stream', body }).orThrow();
  const get = async (url: string) => {
    const response = await service.fetch(`${service.origin}${new URL(url).pathname}`);
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      body: Buffer.from(await response.arrayBuffer()),
    };
  };

  test('one is made when somebody asks for it, and kept', async () => {
    const { thumbnail_url } = await add(png);
    const made = await get(thumbnail_url);
    expect([made.status, made.type]).toEqual([200, 'image/png']);
    expect(await get(thumbnail_url)).toEqual(made);
    const kept = await service.db.selectFrom('media_image').select(['thumbnail', 'thumbnail_fault']).execute();
    expect(kept.map((row) => [imageSize(row.thumbnail!), row.thumbnail_fault])).toEqual([
      [{ width: 1, height: 1, type: 'png' }, null],
    ]);
  });

  test('a damaged image has a sign instead, and the API says why', async () => {
    const image = await add(png.subarray(0, 40));
    expect(image.thumbnail_fault).toBeUndefined();
    expect(await get(image.thumbnail_url)).toMatchObject({ status: 200, type: 'image/svg+xml' });
    const { items } = await service.client.media.listImages().orThrow();
    expect(items.find(({ id }) => id === image.id)?.thumbnail_fault).toBe('unreadable');
  });

  test.each(['0'.repeat(32), 'x'])('there is none at the token %s', async (token) => {
    expect(await get(`https://localhost/media/${token}/thumbnail`)).toMatchObject({ status: 404 });
  });
});
