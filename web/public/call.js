/** Shows the messages that call somebody back to a table, also while no page is open; a click opens the table. */

self.addEventListener('push', (event) => {
  const { title, body, link } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag: link, renotify: true, data: link }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

async function open(link) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find(({ url }) => url === link);
  await (there ? there.focus() : self.clients.openWindow(link));
}
